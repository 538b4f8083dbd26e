// How an SDK or a backend comes to this server: the CA, the proxy, names, and the commands for them with this server's address.
import { call } from './api.js';
import { h, put } from './dom.js';
import { button, card, copyButton, field, notice, table } from './parts.js';
import { hosts, steps } from './connect-steps.js';
import { t } from './text.js';

const key = 'mock-push-connect';
const kinds = {
  'ios-simulator': 'iOS simulator', iphone: 'iPhone', 'android-emulator': 'Android emulator', 'android-device': 'Android device', backend: 'Backend', ci: 'CI',
};

export default function connect(page, place) {
  const chosen = kinds[page.parts[1]] ? page.parts[1] : 'ios-simulator';
  const stored = JSON.parse(localStorage.getItem(key) ?? '{}');
  const server = { host: location.hostname, httpPort: location.port || '80', httpsPort: '8443', proxyPort: '8888', ...stored, origin: location.origin, app: page.app || 'MYAPP' };
  const list = h('div');
  const show = () => put(list, steps(chosen, server).map(step));
  const input = (name, attributes) => h('input', {
    value: server[name], autocomplete: 'off', ...attributes,
    oninput: (event) => {
      server[name] = event.target.value.trim();
      localStorage.setItem(key, JSON.stringify({ host: server.host, httpsPort: server.httpsPort, proxyPort: server.proxyPort }));
      show();
    },
  });
  const proxyPort = input('proxyPort', { inputmode: 'numeric' });
  show();
  put(place, certificates(),
    card(t('Connect'),
      h('div', { class: 'bar' }, field(t('Address of this machine'), input('host', {})), field(t('https port'), input('httpsPort', { inputmode: 'numeric' })), field(t('Proxy port'), proxyPort),
        button(t('Ask for the proxy'), async () => {
          const found = /PROXY [^;"']*:(\d+)/.exec(await call('GET', '/_mock/proxy.pac'));
          if (!found) return;
          proxyPort.value = found[1];
          proxyPort.dispatchEvent(new Event('input'));
          notice(t('The proxy listens on port {port}.', { port: found[1] }));
        })),
      h('nav', { class: 'tabs', 'aria-label': t('Connect') }, Object.entries(kinds).map(([name, label]) => h('a', {
        href: page.href('settings', ['connect', name]), 'aria-current': name === chosen ? 'page' : null,
      }, t(label)))), list),
    zones());
}

function step({ title, text, commands = [] }) {
  return h('section', { class: 'step' }, h('h3', {}, t(title)), text && h('p', {}, t(text)),
    commands.map((command) => h('div', { class: 'command' }, h('pre', { class: 'json', tabindex: '0' }, command), copyButton(command))));
}

function certificates() {
  const file = (name, meaning) => [h('a', { href: `/_mock/${name}`, download: name }, name), t(meaning)];
  return card(t('Certificates'), h('p', { class: 'soft' }, t('The CA that this server made on its first start. A client that trusts it accepts this server in place of NHN Cloud Push; trust it on test devices only.')),
    table([t('File'), t('For')], [
      file('ca.pem', 'curl, Java, Python, Node, Debian, macOS'), file('ca.der', 'Android, Windows'), file('ca.mobileconfig', 'iOS: open it on the device in Safari'),
      file('proxy.pac', 'Automatic proxy configuration: the vendor’s hosts to this server, everything else direct'),
    ], { caption: t('Certificates') }));
}

function zones() {
  return card(t('Service zones and their hosts'), h('p', { class: 'soft' }, t('All of them are answered alike, with the same data; the journal tells the zone of each request.')),
    table([t('Zone'), t('Hosts')], Object.entries(hosts).map(([zone, names]) => [zone, h('div', { class: 'stack' }, names.map((name) => h('code', {}, name)))]), { caption: t('Service zones and their hosts') }));
}
