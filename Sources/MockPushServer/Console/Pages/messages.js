// Messages of every origin, newest first. `#/APP/messages`, `…/messages/MESSAGEID`.
import { appPath, get, query as queryText } from './api.js';
import { h, put } from './dom.js';
import { heard } from './header.js';
import { messageDetail } from './message-detail.js';
import { attempt, badge, button, field, loaded, select, table, withoutApp } from './parts.js';
import { number, t } from './text.js';
import { messageStates, stateBadge, targetText, titleOf, when } from './words.js';

const pageSize = 25;

export default function messages(page) {
  if (!page.app) put(page.root, withoutApp());
  else if (page.parts.length) messageDetail(page);
  else list(page);
}

function list(page) {
  const { app, root, signal, remember, go } = page;
  const shown = { status: page.query.get('status') ?? '', page: Number(page.query.get('page')) || 1 };
  const place = h('div');
  let last = '';
  const read = async (options) => get(appPath(app, 'messages') + queryText({ status: shown.status, pageIndex: shown.page - 1, pageSize }), { signal, ...options });
  const content = (found) => {
    last = JSON.stringify(found);
    return rows(page, found, shown, turn);
  };
  const refresh = loaded(place, async () => content(await read()));
  const turn = (number) => {
    shown.page = number;
    remember({ status: shown.status, page: number > 1 ? number : '' });
    return refresh();
  };
  put(root, h('div', { class: 'bar' },
    field(t('State'), select([['', t('Any')], ...messageStates], shown.status, { onchange: (event) => { shown.status = event.target.value; attempt(() => turn(1)); } })),
    button(t('Compose'), () => go('compose'), { class: 'primary' })), place);
  // Shown anew only when something has changed, so that what has the focus keeps it.
  heard.addEventListener('overview', async () => {
    const found = await read({ isQuiet: true }).catch(() => null);
    if (found && last && JSON.stringify(found) !== last) put(place, content(found));
  }, { signal });
}

function rows({ href }, { messages: found, totalCount }, shown, turn) {
  const pages = Math.max(1, Math.ceil(totalCount / pageSize));
  const empty = shown.status ? t('Nothing matches.') : t('No message was sent yet. Compose one, or send by POST /messages as your backend does.');
  return [
    totalCount > 0 && h('p', { role: 'status' }, t('{count} messages', { count: number(totalCount) })),
    table([t('Message'), t('Kind'), t('Target'), t('State'), t('Targets'), t('Sent'), t('Created')], found.map((message) => [
      [h('a', { href: href('messages', [message.messageIdString]) }, titleOf(message)), h('div', { class: 'soft' }, h('code', { class: 'still' }, message.messageIdString))],
      badge(message.messageType, message.messageType === 'AD' ? 'info' : 'plain'), targetText(message.target), stateBadge(message.messageStatus),
      number(message.targetCount), number(message.sentCount), [when(message.createdDateTime), h('div', { class: 'soft' }, originText(message))],
    ]), { caption: t('Messages'), empty }),
    pages > 1 && h('div', { class: 'actions' },
      shown.page > 1 && button(t('Newer'), () => turn(shown.page - 1)),
      h('span', { class: 'page-of' }, t('Page {page} of {pages}', { page: number(shown.page), pages: number(pages) })),
      shown.page < pages && button(t('Older'), () => turn(shown.page + 1))),
  ];
}

const origins = { API: 'by API', CONSOLE: 'by console', RESERVATION_BY_API: 'reserved by API', RESERVATION_BY_CONSOLE: 'reserved by console' };

export const originText = ({ origin, version }) => `${t(origins[origin] ?? origin)}${version && origin.endsWith('API') ? ` ${version}` : ''}`;
