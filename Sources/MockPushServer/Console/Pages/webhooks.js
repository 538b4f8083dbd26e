// Where the server posts deliveries and ends of messages to.
import { call, get } from './api.js';
import { h, put } from './dom.js';
import { attempt, badge, button, card, check, confirmed, field, loaded, notice, table } from './parts.js';
import { number, t } from './text.js';

const path = '/_mock/webhooks';

export default function webhooks(page, place) {
  const list = h('div');
  let known = [];
  const show = loaded(list, async () => {
    known = (await get(path, { isQuiet: true, signal: page.signal })).webhooks;
    return hooks();
  });
  const timer = setInterval(() => { if (!document.hidden && known.length) show(); }, 3000);
  page.signal.addEventListener('abort', () => clearInterval(timer));
  put(place, card(t('Webhooks'), h('p', { class: 'soft' }, t('Each event is posted as JSON, in order, to a URL of this machine or of a --webhook-host. They are kept in memory.')), list), form(page));

  async function set(rules) {
    await call('PUT', path, rules);
    await show();
  }

  /** As they were given, without their counts. */
  function rules() { return known.map(({ id, url, events, appkey }) => ({ id, url, events, appkey })); }

  function hooks() {
    if (!known.length) return h('p', { class: 'empty' }, t('No webhook. Add one below, for example of a server of your own on this machine.'));
    return [
      table(['URL', t('Events'), t('App'), t('Posted'), t('Failed'), t('Waiting'), ''], known.map((hook) => [
        [h('code', { class: 'url' }, hook.url), h('div', { class: 'soft' }, hook.id), hook.lastError && h('div', { class: 'remark' }, hook.lastError)],
        hook.events.map((event) => [badge(event), ' ']), hook.appkey ?? t('all'), number(hook.posted),
        hook.failed || hook.missed ? badge(`${number(hook.failed)}${hook.missed ? ` (+${number(hook.missed)})` : ''}`, 'bad') : '0', number(hook.behind),
        button(t('Remove'), () => set(rules().filter(({ id }) => id !== hook.id)), { class: 'small' }),
      ]), { caption: t('Webhooks') }),
      h('div', { class: 'actions' }, button(t('Remove all'), () => confirmed(t('Remove all webhooks?'), t('Remove all'), async () => {
        await call('DELETE', path);
        await show();
      }))),
    ];
  }

  function form({ app }) {
    const url = h('input', { type: 'url', required: true, placeholder: 'http://127.0.0.1:9000/hook' });
    const events = ['delivery', 'message'].map((event) => check(event === 'delivery' ? t('each delivery') : t('each message that has ended'), true, { value: event }));
    const ours = check(t('only of {app}', { app }), false);
    const add = h('button', { class: 'primary' }, t('Add'));
    const submit = async () => {
      let number = known.length + 1;
      while (known.some(({ id }) => id === `hook-${number}`)) number += 1;
      const chosen = events.map((label) => label.firstChild).filter((box) => box.checked).map((box) => box.value);
      await set([...rules(), { id: `hook-${number}`, url: url.value.trim(), events: chosen, appkey: ours.firstChild.checked ? app : undefined }]);
      url.value = '';
      notice(t('The webhook is in force.'));
    };
    return card(t('Add a webhook'), h('form', { onsubmit: (event) => { event.preventDefault(); attempt(submit, add); } },
      field('URL', url), h('div', {}, events), h('div', {}, app && ours), h('div', { class: 'actions' }, add)));
  }
}
