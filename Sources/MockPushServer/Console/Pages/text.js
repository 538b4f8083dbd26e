// The page's words. English texts are their own keys; `{name}` in a text stands for a value.

const key = 'mock-push-language';

export const languages = { en: 'English', ko: '한국어' };

export const language = localStorage.getItem(key) ?? (navigator.language.startsWith('ko') ? 'ko' : 'en');

document.documentElement.lang = language;

/** Nobody else needs them. */
const texts = language === 'ko' ? { ...(await import('./korean.js')).korean } : {};

const sentences = [];

/** Those of the pages behind the first. */
export async function loadPageTexts() {
  if (language !== 'ko' || sentences.length) return;
  const [templates, ...pages] = await Promise.all([
    import('./korean-sentences.js'), import('./korean-tokens.js'), import('./korean-messages.js'), import('./korean-tools.js'),
  ]);
  Object.assign(texts, ...pages.map((page) => page.korean));
  // Two pages may have asked at once.
  if (!sentences.length) sentences.push(...templates.sentences.map(([english, korean]) => [pattern(english), korean]));
}

/** What fits a text with `{name}` for its values. */
function pattern(text) {
  return new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+?)')}$`, 's');
}

/** A sentence of the server's in the page's language; in English where it is not known. */
export function told(sentence) {
  for (const [english, korean] of sentences) {
    const found = english.exec(sentence);
    if (found) return filled(korean, found.groups ?? {});
  }
  return sentence;
}

export function chooseLanguage(code) {
  localStorage.setItem(key, code);
  location.reload();
}

export function t(text, values) {
  const found = texts[text] ?? text;
  return values ? filled(found, values) : found;
}

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

const numbers = new Intl.NumberFormat(language);
const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });

export const number = (value) => (value === null || value === undefined ? '–' : numbers.format(value));
export const percent = (part, whole) => (whole ? percents.format(part / whole) : '–');

/** `2026-03-02T20:59:59.000+09:00` as `2026-03-02 20:59:59`: the server's own reading, never the browser's zone. */
export function moment(text) {
  return text ? text.slice(0, 19).replace('T', ' ') : '–';
}

/** The time of day alone. */
export const time = (text) => (text ? text.slice(11, 23) : '–');
