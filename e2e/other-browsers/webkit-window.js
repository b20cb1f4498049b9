// A bare WebKitGTK window, run by gjs and driven by WebKitWebDriver: MiniBrowser cannot be as narrow as a phone, and in a
// private session it does not pass on what the console says.
import Gtk from 'gi://Gtk?version=3.0'
import WebKit from 'gi://WebKit2?version=4.1'
import GLib from 'gi://GLib'
import System from 'system'

Gtk.init(null)
const look = Gtk.Settings.get_default()
look.gtk_application_prefer_dark_theme = System.programArgs.includes('--dark')
// Pages see this as a preference for reduced motion.
look.gtk_enable_animations = false

const folder = GLib.getenv('HOME')
const context = new WebKit.WebContext({
  website_data_manager: new WebKit.WebsiteDataManager({ base_data_directory: folder, base_cache_directory: folder }),
})
context.set_preferred_languages(['de-DE'])
context.set_automation_allowed(true)
const view = new WebKit.WebView({
  web_context: context,
  is_controlled_by_automation: true,
  settings: new WebKit.Settings({
    enable_write_console_messages_to_stdout: true,
    // Without this, a picture of a page with a map never arrives.
    hardware_acceleration_policy: WebKit.HardwareAccelerationPolicy.ALWAYS,
  }),
})
context.connect('automation-started', (_context, session) => {
  const info = new WebKit.ApplicationInfo()
  info.set_name('webkit-window')
  session.set_application_info(info)
  session.connect('create-web-view', () => view)
})

const window = new Gtk.Window({ default_width: 1440, default_height: 900 })
window.add(view)
// There is no window manager that would give it the focus.
window.connect('map-event', () => window.get_window().focus(0))
window.connect('destroy', () => Gtk.main_quit())
window.show_all()
view.grab_focus()
Gtk.main()
