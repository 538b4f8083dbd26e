// The expression of a TAG target: tag IDs with AND and OR, at most three of them, and at most one pair of parentheses.
import { h, put } from './dom.js';
import { button, field, select } from './parts.js';
import { t } from './text.js';

const maximum = 4;

/** `{ tags, operators, group }` of target.to, where group is [first, last] of what stands in parentheses; null for what cannot be read. */
export function parse(to) {
  const words = to.flatMap((item) => String(item).split(',')).map((word) => word.trim()).filter(Boolean);
  const result = { tags: [], operators: [], group: null };
  let first = null;
  let isOperand = true;
  for (const word of words) {
    if (word === '(' && isOperand && first === null && !result.group) first = result.tags.length;
    else if (word === ')' && !isOperand && first !== null) { result.group = [first, result.tags.length - 1]; first = null; }
    else if ((word === 'AND' || word === 'OR') && !isOperand) { result.operators.push(word); isOperand = true; }
    else if (!['(', ')', 'AND', 'OR'].includes(word) && isOperand) { result.tags.push(word); isOperand = false; }
    else return null;
  }
  return first === null && (!isOperand || !words.length) && result.tags.length <= maximum ? result : null;
}

export function format({ tags, operators, group }) {
  return tags.flatMap((tag, index) => [
    ...(index ? [operators[index - 1]] : []), ...(group?.[0] === index ? ['('] : []), tag, ...(group?.[1] === index ? [')'] : []),
  ]);
}

const shown = (expression, names) => format(expression).map((word) => names.get(word) ?? word).join(' ').replaceAll('( ', '(').replaceAll(' )', ')');

/** All pairs of parentheses that change anything. */
function groups(count) {
  const found = [null];
  for (let first = 0; first < count; first += 1) {
    for (let last = first + 1; last < count; last += 1) if (last - first < count - 1) found.push([first, last]);
  }
  return found;
}

/** Edits an expression; `onChange(to)` gets the new target.to. */
export function tagBuilder(to, tags, onChange) {
  const root = h('div');
  const names = new Map(tags.map((tag) => [tag.tagId, tag.tagName]));
  const expression = parse(to);
  if (!expression) {
    return field(t('Expression'), h('input', { value: to.join(' '), spellcheck: 'false', oninput: (event) => onChange(event.target.value.split(/\s+/).filter(Boolean)) }),
      t('This cannot be shown as a choice of tags: tag IDs, AND, OR and one pair of parentheses, with blanks between them.'));
  }
  if (!expression.tags.length) expression.tags.push('');
  const tell = () => {
    const known = expression.tags.map((tag, index) => ({ tag, index })).filter(({ tag }) => tag);
    const isWhole = known.length === expression.tags.length;
    onChange(format({
      tags: known.map(({ tag }) => tag), operators: known.slice(1).map(({ index }) => expression.operators[index - 1]), group: isWhole ? expression.group : null,
    }));
  };
  const change = (action) => () => { action(); tell(); show(); };
  const show = () => put(root,
    expression.tags.map((tag, index) => h('div', { class: 'operand' },
      index > 0 && select(['AND', 'OR'], expression.operators[index - 1], {
        class: 'choice', 'aria-label': t('Operator'), onchange: (event) => change(() => { expression.operators[index - 1] = event.target.value; })(),
      }),
      select([['', t('Choose a tag')], ...(tag && !names.has(tag) ? [[tag, tag]] : []), ...tags.map(({ tagId, tagName }) => [tagId, `${tagName} (${tagId})`])], tag, {
        'aria-label': t('Tag'), onchange: (event) => change(() => { expression.tags[index] = event.target.value; })(),
      }),
      expression.tags.length > 1 && button('×', change(() => {
        expression.tags.splice(index, 1);
        expression.operators.splice(Math.max(0, index - 1), 1);
        expression.group = null;
      }), { class: 'plain', 'aria-label': t('Take {name} off', { name: names.get(tag) ?? tag }) }))),
    expression.tags.length < maximum && button('+ ' + t('Another tag'), change(() => { expression.tags.push(''); expression.operators.push('AND'); expression.group = null; }), { class: 'small' }),
    expression.tags.length > 2 && expression.tags.every(Boolean) && field(t('Parentheses'), select(
      groups(expression.tags.length).map((group, index) => [String(index), shown({ ...expression, group }, names)]),
      String(groups(expression.tags.length).findIndex((group) => JSON.stringify(group) === JSON.stringify(expression.group))),
      { onchange: (event) => change(() => { expression.group = groups(expression.tags.length)[Number(event.target.value)]; })() },
    )),
    h('small', {}, tags.length ? t('AND binds tighter than OR. There is no NOT in NHN Cloud Push.') : t('The app has no tag yet; make one on the page Tags.')));
  show();
  return root;
}
