/* The product's service worker: one for the app without a network and for push messages, because a page can have only one. */
import '#web/service-worker/pages.ts'
import '#web/service-worker/push.ts'
