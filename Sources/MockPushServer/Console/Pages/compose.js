// Writing a message, seeing it before it goes out, and sending or reserving it.
import { appPath, call, curl, get } from './api.js';
import { audience } from './compose-audience.js';
import { contentEditor } from './compose-content.js';
import { examples, isObject, newDraft, storeDraft, storedDraft } from './compose-draft.js';
import { previews } from './compose-preview.js';
import { kindEditor, optionFields, targetEditor } from './compose-target.js';
import { timing } from './compose-when.js';
import { h, put } from './dom.js';
import { bodyOf } from './message-detail.js';
import { attempt, button, card, copy, debounced, notice, segments, select, withoutApp } from './parts.js';
import { allTags } from './tag-parts.js';
import { t } from './text.js';
import { seoul } from './token-form.js';

export default async function compose(page) {
  if (!page.app) return put(page.root, withoutApp());
  const draft = await begun(page);
  const state = { ...page, draft, language: 'default', view: 'form' };
  const form = h('div', { class: 'compose-form' });
  const look = card(t('Preview'));
  const reach = card(t('Who gets it'));
  const sending = h('div');
  put(page.root, h('div', { class: 'compose' }, form, h('div', { class: 'compose-look' }, sending, look, reach)));
  const refresh = preview(state, look, reach);
  const soon = debounced(refresh, 350);
  const changed = () => { storeDraft(page.app, state.draft); soon(); };
  showForm(state, form, sending, changed);
  refresh();
}

/** From a message, for a uid or a tag, or what was written before. */
async function begun({ app, query, remember, signal }) {
  const from = query.get('from');
  let draft = storedDraft(app);
  if (from) draft = newDraft(bodyOf(await get(appPath(app, 'messages', from), { signal })));
  if (query.get('uid')) draft.body.target = { type: 'UID', to: [query.get('uid')] };
  if (query.get('tag')) draft.body.target = { type: 'TAG', to: [query.get('tag')] };
  storeDraft(app, draft);
  remember({});
  return draft;
}

function showForm(state, root, sending, changed) {
  const { app, signal } = state;
  let known;
  const tags = () => { known ??= allTags(app, signal); return known; };
  const place = h('div');
  const anew = (body) => { state.draft = newDraft(body); state.language = 'default'; changed(); show(); };
  const show = () => {
    state.isTextBroken = false;
    put(place, state.view === 'json' ? bodyText(state, changed) : [
      card(t('To whom'), targetEditor(state.draft, tags, changed)),
      card(t('What'), kindEditor(state.draft, changed)),
      card(t('Content'), contentEditor(state.draft, changed, (code) => { state.language = code; state.redraw?.(); })),
      optionFields(state.draft, changed),
    ]);
    put(sending, sendCard(state, changed));
  };
  put(root, h('div', { class: 'bar' },
    segments(t('View'), [['form', t('Form')], ['json', 'JSON']], state.view, (view) => { state.view = view; show(); }),
    select([['', t('Begin with an example…')], ...Object.keys(examples).map((name) => [name, t(name)])], '', {
      class: 'choice', 'aria-label': t('Begin with an example…'),
      onchange: (event) => {
        if (event.target.value) anew({ target: state.draft.body.target, messageType: 'NOTIFICATION', ...structuredClone(examples[event.target.value]) });
        event.target.value = '';
      },
    }),
    button(t('Start over'), () => anew())), place);
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) sending.querySelector('button.send')?.click();
  });
  show();
}

/** The whole body as text; the form shows the same body. */
function bodyText(state, changed) {
  const error = h('p', { class: 'invalid', role: 'status' });
  const area = h('textarea', {
    class: 'tall', spellcheck: 'false', 'aria-label': t('Body of POST /messages'), value: JSON.stringify(state.draft.body, null, 2),
    oninput: () => {
      let body = null;
      let why = '';
      try { body = JSON.parse(area.value); } catch (problem) { why = ` ${problem.message}`; }
      state.isTextBroken = !isObject(body);
      put(error, isObject(body) ? '' : t('This is not a JSON object yet; the message keeps what it had.') + why);
      if (!isObject(body)) return;
      state.draft.body = body;
      changed();
    },
  });
  return card(t('Body of POST /messages'), area, error);
}

function sendCard(state, changed) {
  const { app, go } = state;
  const submit = h('button', { type: 'button', class: 'primary send' });
  const error = h('p', { class: 'invalid', role: 'alert' });
  const label = () => { submit.textContent = t(state.draft.isReserved ? 'Reserve' : 'Send'); };
  submit.addEventListener('click', async () => {
    put(error);
    await attempt(async () => {
      const { draft } = state;
      if (state.isTextBroken) throw new Error(t('The JSON is not an object; mend it first, or go back to the form.'));
      try {
        const answer = await call('POST', appPath(app, draft.isReserved ? 'reservations' : 'messages'), request(draft));
        notice(t(draft.isReserved ? 'The message is reserved.' : 'The message is on its way.'));
        if (draft.isReserved) go('reservations', [answer.reservationIdString]);
        else go('messages', [answer.messageIdString]);
      } catch (problem) {
        put(error, problem.message);
        throw problem;
      }
    }, submit);
  });
  label();
  const command = h('button', { type: 'button' }, t('Copy as curl'));
  command.addEventListener('click', () => attempt(async () => copy(await vendorCurl(app, state.draft), command)));
  return card(null, timing(state.draft, () => { label(); changed(); }, [submit, command]), error,
    h('small', {}, t('Ctrl+Enter sends. The curl command is the call of your backend: REST API v2.4 with X-Secret-Key.')));
}

/** With the schedules of a reservation. */
function request({ body, isReserved, schedules, isLocalTime }) {
  return isReserved ? { ...body, schedules: schedules.filter(Boolean).map((text) => text.slice(0, 16)), isLocalTime } : body;
}

/** Secrets are not shown by the server; an app without one lets any well-formed one in. */
async function vendorCurl(app, draft) {
  const { settings } = await get(appPath(app), { isQuiet: true });
  return curl({
    method: 'POST', path: `/push/v2.4/appkeys/${encodeURIComponent(app)}/${draft.isReserved ? 'reservations' : 'messages'}`,
    headers: { 'Content-Type': 'application/json;charset=UTF-8', 'X-Secret-Key': settings.secretKeys.length ? 'YOUR-KEY' : 'abcd1234' }, body: request(draft),
  });
}

/** Asks the server how the body looks and whom it reaches; a later question takes the place of an earlier one. */
function preview(state, look, reach) {
  const { app, signal } = state;
  const parts = [h('div', { role: 'status' }), h('div', { role: 'status' })];
  look.append(parts[0]);
  reach.append(parts[1]);
  let asking = new AbortController();
  let isSlow = false;
  signal.addEventListener('abort', () => asking.abort());
  const ask = async (place, path, body, show) => {
    const { signal: mine } = asking;
    place.classList.add('stale');
    try {
      const answer = await call('POST', appPath(app, path), body, { signal: mine, isQuiet: true });
      if (!mine.aborted) put(place, show(answer));
    } catch (error) {
      if (error.name === 'AbortError' || mine.aborted) return false;
      put(place, h('p', { class: 'refusal' }, error.message));
      place.classList.remove('stale');
      state.redraw = undefined;
      return false;
    }
    place.classList.remove('stale');
    return true;
  };
  const count = async () => {
    const start = performance.now();
    const { body, isReserved, schedules } = state.draft;
    const at = isReserved && schedules[0] ? seoul(schedules[0]) : undefined;
    await ask(parts[1], 'explain', { ...body, at, limit: 300 }, (found) => audience(state, found));
    isSlow = performance.now() - start > 2000;
  };
  return async () => {
    asking.abort();
    asking = new AbortController();
    const { signal: mine } = asking;
    const isRendered = await ask(parts[0], 'preview', state.draft.body, ({ renderings }) => {
      const place = h('div');
      state.redraw = () => put(place, previews(renderings, state.language, app, (code) => { state.language = code; state.redraw(); }));
      state.redraw();
      return place;
    });
    if (mine.aborted) return;
    // An app of many tokens takes its time: then only when asked.
    if (!isRendered) put(parts[1], h('p', { class: 'empty' }, t('As soon as the message can be sent.')));
    else if (isSlow) put(parts[1], button(t('Count again'), count));
    else count();
  };
}
