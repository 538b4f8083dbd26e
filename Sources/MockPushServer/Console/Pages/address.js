// Pages and their addresses.
import { query as queryText } from './api.js';

/** name: [title, module, key after `g`]. An address is `#/APPKEY/NAME/PART…?QUERY`; `-` stands for no app. */
export const pages = {
  overview: ['Overview', './overview.js', 'o'],
  tokens: ['Tokens', './tokens.js', 't'],
  tags: ['Tags', './tags.js', 'a'],
  messages: ['Messages', './messages.js', 'm'],
  compose: ['Compose', './compose.js', 'n'],
  reservations: ['Reservations', './reservations.js', 'r'],
  deliveries: ['Deliveries', './deliveries.js', 'd'],
  statistics: ['Statistics', './statistics.js', 's'],
  requests: ['Requests', './requests.js', 'q'],
  faults: ['Faults and devices', './faults.js', 'f'],
  clock: ['Clock', './clock.js', 'c'],
  settings: ['Settings', './settings.js', 'e'],
};

/** The address of a page: `link(app, 'tokens', [token], { pushType })`. */
export function link(app, page, parts = [], query = {}) {
  return '#/' + [app || '-', page, ...parts].map(encodeURIComponent).join('/') + queryText(query);
}

/** What the address bar says. */
export function address() {
  const [path, search = ''] = location.hash.slice(2).split('?');
  const [app = '-', page = 'overview', ...parts] = path.split('/').map((part) => {
    try { return decodeURIComponent(part); } catch { return part; }
  });
  return { app: app === '-' ? '' : app, page: page || 'overview', parts, query: new URLSearchParams(search) };
}
