#!/usr/bin/env bash
# A bare Debian 12, with Debian's own Node, npm and git, and a clone with nothing beside it. As root on Debian; mmdebstrap makes it.
#   checks/bare-machine.sh          installs, builds, starts, and follows one journey in the browser (under 5 minutes)
#   checks/bare-machine.sh guide    every block of docs/operating.md there, from installing to removing
#   checks/bare-machine.sh whole    `npm test` there
#   checks/bare-machine.sh enter    a shell there
# Package sources, proxy and certificates are those of this machine. What is not committed is left out.
set -euo pipefail

name=$(basename "$0")
here=$(cd "$(dirname "$0")/.." && pwd)

# In the bare machine's own mounts and processes: both end with this process, in whatever way it ends.
if [ "${1-}" = --inside ]; then
  root=$2
  shift 2
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount --rbind /sys "$root/sys"
  mount -t tmpfs tmpfs "$root/run"
  # Not in its place: as the first process here, this shell takes away those whose parents have ended.
  chroot "$root" "$@"
  exit
fi

form=${1:-short}
case $form in short | guide | whole | enter) ;; *)
  echo "$name: short, guide, whole or enter, not $form" >&2
  exit 2
  ;;
esac
[ "$(id -u)" = 0 ] || { echo "$name: only root may make a machine's root" >&2; exit 2; }
command -v mmdebstrap >/dev/null || { echo "$name: apt-get install mmdebstrap" >&2; exit 2; }

folder=$(mktemp -d "${TMPDIR:-/var/tmp}/wegwarte-bare-XXXXXX")
trap 'rm -rf --one-file-system "$folder"' EXIT
root=$folder/root
began=$SECONDS
step() { printf '\n━━ %3d s  %s\n' $((SECONDS - began)) "$1"; }

inside() { # user, command: in the clone, with this machine's proxy and certificates and nothing else of its environment
  local kept=()
  for variable in CI CLOCK NODE_EXTRA_CA_CERTS http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
    [ -z "${!variable-}" ] || kept+=("$variable=${!variable}")
  done
  local home=/root
  [ "$1" = root ] || home=/home/$1
  unshare --mount --pid --fork --kill-child "${network[@]}" -- bash "$0" --inside "$root" \
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb HOME="$home" "${kept[@]}" \
    runuser -u "$1" -- bash -euc "cd /home/rider/wegwarte; $2"
}
network=()

step 'Debian 12 with Node, npm and git'
apt-config dump | grep '^Acquire::' >"$folder/apt.conf"
list() {
  apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
    grep ' bookworm' | sort -u
}
sources=$(list || { apt-get update -qq && list; } || true)
# Without sources of Debian 12 here, mmdebstrap takes its own.
mmdebstrap --quiet --variant=apt --aptopt="$folder/apt.conf" --dpkgopt=force-unsafe-io \
  --include=ca-certificates,git,iproute2,nodejs,npm bookworm "$root" ${sources:+-} <<<"$sources"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
[ ! -f /etc/ssl/certs/ca-certificates.crt ] || cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
[ -z "${NODE_EXTRA_CA_CERTS-}" ] || install -D -m 644 "$NODE_EXTRA_CA_CERTS" "$root$NODE_EXTRA_CA_CERTS"
chroot "$root" useradd --create-home --shell /bin/bash rider
if command -v npm >/dev/null; then
  global=$(npm config get globalconfig) user=$(npm config get userconfig)
  [ ! -f "$global" ] || cp "$global" "$root/etc/npmrc"
  for home in root home/rider; do [ ! -f "$user" ] || install -m 600 "$user" "$root/$home/.npmrc"; done
fi
git clone --quiet --no-hardlinks "$here" "$root/home/rider/wegwarte"
chroot "$root" chown -R rider: /home/rider
inside rider 'echo "Node $(node --version), npm $(npm --version), $(git log -1 --oneline)"'

if [ "$form" = enter ]; then
  inside root 'exec bash -i'
  exit
fi

if [ "$form" = guide ]; then
  guide=$here/docs/operating.md
  git clone --quiet --bare --no-hardlinks "$here" "$root/srv/wegwarte.git"
  git --git-dir="$root/srv/wegwarte.git" update-ref refs/heads/guide "$(git -C "$here" rev-parse HEAD)"
  git --git-dir="$root/srv/wegwarte.git" symbolic-ref HEAD refs/heads/guide
  chmod -R a+rX "$root/srv"
  printf '[safe]\n\tdirectory = *\n' >"$root/etc/gitconfig"
  # No systemd starts services here: their packages may do it themselves.
  printf '#!/bin/sh\nexit 0\n' >"$root/usr/sbin/policy-rc.d"
  chmod +x "$root/usr/sbin/policy-rc.d"
  # Blocks of `sh` without a further word, each to its own file; their values are those of an operator of this machine.
  mkdir "$root/srv/blocks"
  count=$(awk -v folder="$root/srv/blocks" '
    /^```/ { if (file) { close(file); file = "" } else if ($0 == "```sh") { n += 1; file = sprintf("%s/%02d", folder, n); printf "" >file } ; next }
    file { print >file }
    END { print n + 0 }' "$guide")
  sed -i -f "$here/checks/guide-values.sed" "$root"/srv/blocks/*
  step "docs/operating.md: $count blocks of sh; the first one, with a network"
  inside root "export DEBIAN_FRONTEND=noninteractive; apt-get update -qq; apt-get install -y -qq --no-install-recommends systemd >/dev/null
    set -x; . /srv/blocks/01; cd /; pg_ctlcluster 15 main stop"
  for name in systemctl journalctl; do install -m 755 "$here/checks/guide-systemctl" "$root/usr/local/bin/$name"; done
  install -m 644 "$here/checks/guide-mail-server.mjs" "$root/srv/"
  step 'The others, in their order, on a network of their own'
  network=(--net)
  inside root '
    export PS4="+ "
    ip link set lo up
    pg_ctlcluster 15 main start
    cd /opt/wegwarte
    node=$(echo /opt/wegwarte/node_modules/node-linux-*/bin/node)
    NODE_PATH=/opt/wegwarte/node_modules $node /srv/guide-mail-server.mjs /opt/wegwarte & 
    is_well() { # the product answers, and a backup is there
      for _ in $(seq 120); do
        if said=$($node -e "fetch(\"http://127.0.0.1:3000/api/health\").then((answer) => answer.text()).then(console.log)" 2>/dev/null) &&
          grep -q "\"backup\":\"ok\"" <<<"$said"; then return; fi
        sleep 1
      done
      echo "$said"; journalctl; exit 1
    }
    for block in /srv/blocks/*; do
      [ "$block" != /srv/blocks/01 ] || continue
      printf "\n━━ block %s\n" "${block##*/}"
      if grep -q "git pull" "$block"; then
        git clone --quiet /srv/wegwarte.git /root/next && cd /root/next
        echo "- The next version." >>CHANGELOG.md
        git -c user.name=guide -c user.email=guide@example.org commit --quiet --all --message "The next version"
        git push --quiet origin HEAD && before=$(wegwarte --version)
      fi
      # Of an e-mail that was just sent the next one goes a minute later (resendCooldownSeconds).
      if grep -q "verify-again" "$block"; then
        left=$((61 - SECONDS + registered))
        [ "$left" -le 0 ] || sleep "$left"
      fi
      set -x; . "$block"; set +x
      if grep -q "settings check" "$block" && grep -q "systemctl enable" "$block"; then
        is_well
        systemd-analyze verify /etc/systemd/system/wegwarte@.service /etc/systemd/system/wegwarte-backup.service /etc/systemd/system/wegwarte-backup.timer
        for unit in wegwarte@.service wegwarte-backup.service; do
          systemd-analyze security --offline=true --threshold=20 --no-pager "/etc/systemd/system/$unit" | tail -n 1
        done
        # What is helped with below, and what a restore brings back.
        printf "imei,model\n490154203237518,GT06\n" >/srv/imeis && wegwarte devices import /srv/imeis
        $node -e "fetch(\"http://127.0.0.1:3000/api/auth/register\", { method: \"POST\", headers: { \"content-type\": \"application/json\" },
          body: JSON.stringify({ email: \"guide@example.org\", password: \"acht Kuehe wandern langsam\" }) }).then(async (answer) => { console.log(await answer.text()); process.exit(answer.status === 201 ? 0 : 1) })"
        registered=$SECONDS
        wegwarte users show guide@example.org
        licence=$(wegwarte licences issue --type START --days 90) tomorrow=$(date -d tomorrow +%F)
      fi
      if grep -q "systemctl restart wegwarte@all" "$block"; then is_well; fi
      if grep -q "git pull" "$block"; then [ "$(wegwarte --version)" != "$before" ]; fi
      if grep -q "db restore" "$block"; then wegwarte users show guide@example.org >/dev/null; fi
    done
    for left in /opt/wegwarte /etc/wegwarte /var/lib/wegwarte /var/backups/wegwarte /usr/local/bin/wegwarte; do [ ! -e "$left" ]; done'
  step 'done'
  exit
fi

if [ "$form" = whole ]; then
  step 'npm test'
  inside root 'git config --global --add safe.directory "*"; npm test'
  exit
fi

step 'npm run wegwarte: installs the packages'
inside rider 'npm run --silent wegwarte -- --version'

step 'An older Node: one sentence'
inside rider '
  npm install --silent --prefix ~/old node-linux-$(dpkg --print-architecture | sed s/amd64/x64/)@10.24.1
  said=$(~/old/node_modules/.bin/node -r ./run/needed-node.cjs run/start.mjs 2>&1) && exit 1
  echo "$said"
  [ "$(wc -l <<<"$said")" = 1 ] && grep -q "braucht Node 18.13 oder neuer, hier läuft 10.24.1" <<<"$said"'

step 'A package for this machine is lost: it comes again'
inside rider '
  rm -r node_modules/@img/sharp-linux-* node_modules/.wegwarte-lock-hash
  npm run --silent wegwarte -- --version
  ls -d node_modules/@img/sharp-linux-*'

step 'npm start, without any network: the login page'
network=(--net)
inside root '
  ip link set lo up
  runuser -u rider -- npm start >/tmp/start.log 2>&1 &
  answers() { node -e "fetch(\"http://localhost:3000/login\").then(async (page) => process.exit(page.ok && /Wegwarte/.test(await page.text()) ? 0 : 1), () => process.exit(1))"; }
  for _ in $(seq 120); do
    if answers; then cat /tmp/start.log; exit; fi
    kill -0 $! || break
    sleep 1
  done
  cat /tmp/start.log; exit 1'

network=()
step 'A journey in the browser'
inside root 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null'
inside rider 'npm exec --offline -- vitest run --project e2e e2e/accounts.e2e.ts'
step 'done'
