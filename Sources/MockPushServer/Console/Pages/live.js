// Rows that come by themselves, newest first; for the pages Requests and Deliveries.
import { h, put } from './dom.js';
import { badge } from './parts.js';
import { stream } from './stream.js';
import { t } from './text.js';

/** Rows kept in the page. */
export const shownRows = 300;

/**
 * A table whose rows open in place: `cells(item)` are those behind the first, which opens `detail(item)`.
 * `add(items)` puts newer ones on top, `append(items)` older ones below; what is too much goes at the other end.
 */
export function liveTable(columns, { cells, detail, caption, empty }) {
  const body = h('tbody');
  const nothing = h('p', { class: 'empty' }, empty);
  const scroll = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption, hidden: true }, h('table', { class: 'live' },
    h('caption', { class: 'hidden' }, caption),
    h('thead', {}, h('tr', {}, h('th', {}, h('span', { class: 'hidden' }, t('Details'))), columns.map((column) => h('th', { scope: 'col' }, column)))), body));
  let waiting = [];

  function row(item, isNew) {
    const opener = h('button', { type: 'button', class: 'plain open', 'aria-expanded': 'false', 'aria-label': t('Details') }, '▸');
    const element = h('tr', { class: isNew ? 'new' : null }, h('td', {}, opener), cells(item).map((cell) => h('td', {}, cell)));
    let more = null;
    const toggle = () => {
      if (more) {
        more.remove();
        more = null;
      } else {
        more = h('tr', { class: 'detail' }, h('td', { colspan: String(columns.length + 1) }, detail(item)));
        element.after(more);
      }
      opener.setAttribute('aria-expanded', String(more !== null));
      opener.textContent = more ? '▾' : '▸';
    };
    element.addEventListener('click', (event) => {
      if (event.target === opener || (!event.target.closest('a, button') && getSelection().isCollapsed)) toggle();
    });
    return element;
  }

  const show = () => {
    nothing.hidden = body.children.length > 0;
    scroll.hidden = !nothing.hidden;
  };

  /** With the detail that belongs to it. */
  const removeLast = () => {
    if (body.lastChild.className === 'detail') body.lastChild.remove();
    body.lastChild.remove();
  };

  return {
    element: [nothing, scroll],
    get count() { return body.querySelectorAll(':scope > tr:not(.detail)').length; },
    /** Oldest first. Put in together, as often as the page is drawn. */
    add(items) {
      if (!waiting.length && items.length) requestAnimationFrame(draw);
      waiting.push(...items);
      if (waiting.length > shownRows) waiting = waiting.slice(-shownRows);
    },
    /** Newest first. */
    append(items) {
      body.append(...items.map((item) => row(item, false)));
      show();
    },
    clear() {
      waiting = [];
      put(body);
      show();
    },
  };

  function draw() {
    body.prepend(...waiting.reverse().map((item) => row(item, true)));
    waiting = [];
    let surplus = body.querySelectorAll(':scope > tr:not(.detail)').length - shownRows;
    while (surplus-- > 0) removeLast();
    show();
  }
}

/**
 * A stream with the badge that tells its state and the button that holds it: `path(after)` is where it begins, behind the event `after`.
 * `onItem` gets what is of `type`, `onReset` when everything was deleted. `onResume` may begin in a way of its own, and is true then.
 */
export function follow({ signal, path, type, onItem, onReset, onResume = () => false }) {
  let current = new AbortController();
  let last = '';
  let isPaused = false;
  const state = badge(t('not connected'));
  const missed = h('span', { class: 'soft' });
  const pause = h('button', { type: 'button', class: 'small', onclick: () => { if (!isPaused) stop(); else if (!onResume()) start(last); } }, t('Pause'));
  signal.addEventListener('abort', () => current.abort());

  function tell(text, kind) {
    state.textContent = t(text);
    state.className = `badge ${kind}`;
    pause.textContent = t(isPaused ? 'Resume' : 'Pause');
  }

  function stop() {
    current.abort();
    isPaused = true;
    tell('held', 'info');
  }

  /** Without `after`: what comes from now on. */
  function start(after = '') {
    current.abort();
    if (signal.aborted) return;
    const mine = current = new AbortController();
    [isPaused, last] = [false, after];
    put(missed);
    stream(path(after), {
      signal: mine.signal,
      onState: (isConnected) => { if (!mine.signal.aborted) tell(isConnected ? 'live' : 'not connected', isConnected ? 'good' : 'bad'); },
      onEvent: (data, name, id) => {
        if (mine.signal.aborted) return;
        last = id.split('-').pop();
        if (name === type) onItem(data);
        else if (name === 'reset') onReset();
        else if (name === 'gap') put(missed, data.sentence);
      },
    });
  }

  /** With the latest `count` that the server still has, of all kinds. */
  function startBack(count) {
    current.abort();
    const mine = current = new AbortController();
    stream(path(''), {
      signal: mine.signal, onEvent: () => {},
      onPosition: (id) => { if (!mine.signal.aborted) start(Math.max(0, Number(id.split('-').pop()) - count)); },
    });
  }

  return { startBack, bar: h('span', { class: 'follow' }, state, pause, missed), start, stop, get isPaused() { return isPaused; } };
}
