// Now, or at reserved times.
import { h, put } from './dom.js';
import { button, check, segments } from './parts.js';
import { t } from './text.js';

/** `buttons` stand beside the choice. */
export function timing(draft, changed, buttons) {
  const root = h('div');
  const show = () => put(root, h('div', { class: 'bar' },
    segments(t('When'), [['now', t('Now')], ['reserved', t('Later')]], draft.isReserved ? 'reserved' : 'now', (value) => {
      draft.isReserved = value === 'reserved';
      changed();
      show();
    }), buttons),
    draft.isReserved && h('div', {},
      draft.schedules.map((text, index) => h('div', { class: 'operand' },
        h('input', { type: 'datetime-local', value: text, 'aria-label': t('Time {number}', { number: index + 1 }), onchange: (event) => { draft.schedules[index] = event.target.value; changed(); } }),
        draft.schedules.length > 1 && button('×', () => { draft.schedules.splice(index, 1); changed(); show(); }, { class: 'plain', 'aria-label': t('Remove') }))),
      h('p', {}, button('+ ' + t('Another time'), () => { draft.schedules.push(''); changed(); show(); }, { class: 'small' })),
      check(t('Local time: each token when its own clock shows this time'), draft.isLocalTime, { onchange: (event) => { draft.isLocalTime = event.target.checked; changed(); } }),
      h('div', {}, h('small', {}, t(draft.isLocalTime ? 'Whom it reaches is counted for Seoul.' : 'Times are those of Seoul (+09:00), up to 60 days from now.')))));
  show();
  return root;
}
