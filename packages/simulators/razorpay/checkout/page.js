// The hosted page of the simulated checkout: framed by checkout.js, or on its own behind a payment link.
import { form } from './form.js';
import { fill, textsFor } from './texts.js';

const SENDER = 'razorpay-simulator';
const sheet = document.getElementById('sheet');
const linkCode = /\/i\/([A-Za-z0-9]+)\/?$/.exec(location.pathname)?.[1];
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

let options = {};
let order = null;
let texts = textsFor('en');
let merchantOrigin = null;
let lastAnswers = {};

const money = (paise) => rupees.format(paise / 100);

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined)
      made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

function tell(type, data) {
  if (merchantOrigin !== null) window.parent.postMessage({ sender: SENDER, type, data }, merchantOrigin);
}

async function call(path, body) {
  const reply = await fetch(new URL(path, import.meta.url), {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = await reply.json();
  if (!reply.ok) throw new Error(answer.error.description);
  return answer;
}

function header() {
  const name = options.name ?? 'Merchant';
  const safeImage = typeof options.image === 'string' && /^(https?:|data:image\/)/.test(options.image);
  const logo = safeImage
    ? element('img', { class: 'logo', src: options.image, alt: '' })
    : element('div', { class: 'logo initial', 'aria-hidden': 'true' }, name.slice(0, 1).toUpperCase());
  const who = element(
    'div',
    { class: 'who' },
    element('strong', {}, name),
    element('span', {}, options.description ?? ''),
  );
  const total =
    order === null
      ? null
      : element('span', { class: 'total', id: 'total' }, money(order.amount_due ?? order.amount));
  const close = linkCode
    ? null
    : element(
        'button',
        { class: 'plain', id: 'close', type: 'button', 'aria-label': texts.close, onclick: askToLeave },
        '×',
      );
  return element('header', {}, logo, who, total, close);
}

function show(...content) {
  document.documentElement.lang = texts.lang;
  const main = element('main', {}, ...content);
  sheet.replaceChildren(element('div', { class: 'notice', role: 'note' }, texts.notice), header(), main);
  main.querySelector('h1')?.focus();
}

function status(mark, title, text, ...actions) {
  const heading = element('h1', { tabindex: '-1', id: 'status' }, title);
  const detail = text === null ? null : element('p', {}, text);
  show(
    element(
      'div',
      { class: 'status', role: 'status' },
      element('div', { class: 'mark', 'aria-hidden': 'true' }, mark),
      heading,
      detail,
      ...actions,
    ),
  );
}

const button = (id, text, onclick, kind = '') =>
  element('button', { id, type: 'button', class: kind, onclick }, text);

function showForm() {
  show(form({ element, texts, options, order, money, answers: lastAnswers, onPay: pay, linkCode }));
}

function askToLeave() {
  if (options.modal?.confirm_close !== true) return tell('dismiss', 'close');
  status(
    '?',
    texts.leaveTitle,
    null,
    element(
      'div',
      { class: 'pair' },
      button('leave', texts.leave, () => tell('dismiss', 'close')),
      button('stay', texts.stay, showForm, 'main'),
    ),
  );
}

async function pay(answers) {
  lastAnswers = answers;
  show(
    element(
      'div',
      { class: 'status', role: 'status' },
      element('div', { class: 'spinner' }),
      element('h1', { tabindex: '-1' }, texts.waiting),
    ),
  );
  const { key, order_id, notes, description } = options;
  const target = linkCode ? { link: linkCode } : { key, order_id, notes };
  try {
    finish(await call('pay', { ...target, ...(description ? { description } : {}), ...answers }));
  } catch (problem) {
    refuse(problem, button('retry', texts.retry, showForm, 'main'));
  }
}

function finish(result) {
  if (result.outcome === 'success') {
    status(
      '✓',
      fill(texts.done, { amount: money(result.payment.amount) }),
      linkCode && !result.callbackUrl ? texts.linkDone : null,
    );
    setTimeout(() => {
      if (result.callbackUrl) location.assign(result.callbackUrl);
      else tell('success', result.success);
    }, 700);
  } else if (result.outcome === 'abandon') {
    if (linkCode) status('–', texts.leaveTitle, texts.linkDone);
    tell('dismiss', 'abandoned');
  } else {
    showFailure(result);
    tell('failed', result.error);
  }
}

function showFailure(result) {
  const late = result.outcome === 'late';
  const again = options.retry?.enabled !== false && !late;
  const actions = element(
    'div',
    { class: again ? 'pair' : '' },
    linkCode
      ? null
      : button('leave', texts.close, () => tell('dismiss', late ? 'pending' : 'failed'), again ? '' : 'main'),
    again ? button('retry', texts.retry, showForm, 'main') : null,
  );
  status(
    late ? '…' : '!',
    late ? texts.lateTitle : texts.failedTitle,
    late ? texts.lateText : texts.failedText,
    actions,
  );
}

function refuse(problem, action) {
  const offline = problem instanceof TypeError;
  const leave = linkCode ? null : button('leave', texts.close, () => tell('dismiss', 'error'), 'main');
  status('!', texts.refusedTitle, offline ? texts.offline : problem.message, action ?? leave);
}

/** The merchant's colour, darkened until white text on it can be read (contrast 4.5). */
function paint(color) {
  if (!/^#[0-9a-f]{6}$/i.test(color ?? '')) return;
  let parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const light = () =>
    parts
      .map((part) => part / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  while (1.05 / (light() + 0.05) < 4.5) parts = parts.map((part) => part * 0.96);
  document.documentElement.style.setProperty('--brand', color);
  document.documentElement.style.setProperty('--brand-text', `rgb(${parts.map(Math.round).join(' ')})`);
}

async function openOrder(given) {
  options = given;
  texts = textsFor(options.config?.display?.language);
  paint(options.theme?.color);
  try {
    order = await call('order', {
      key: options.key,
      order_id: options.order_id ?? '',
      ...(options.amount === undefined ? {} : { amount: options.amount }),
    });
    showForm();
  } catch (problem) {
    refuse(problem);
  }
}

async function openLink() {
  options = { name: 'Payment link', retry: { enabled: true } };
  try {
    order = await call(`link/${linkCode}`);
    options.description = order.description;
    if (order.payable) showForm();
    else refuse(new Error(`This payment link is ${order.status.replace('_', ' ')}.`));
  } catch (problem) {
    refuse(problem);
  }
}

if (linkCode) {
  openLink();
} else {
  window.addEventListener('message', (event) => {
    if (
      event.source !== window.parent ||
      event.data?.sender !== SENDER ||
      event.data.type !== 'open' ||
      merchantOrigin !== null
    )
      return;
    merchantOrigin = event.origin;
    openOrder(event.data.options);
  });
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && options.modal?.escape !== false) askToLeave();
  });
  // Carries no data: the frame does not know yet who opened it.
  window.parent.postMessage({ sender: SENDER, type: 'ready' }, '*');
}
