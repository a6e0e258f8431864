// The form of the hosted page: who pays, how much, how, and with which ending.
import { fill } from './texts.js';

const BANKS = {
  HDFC: 'HDFC Bank',
  ICIC: 'ICICI Bank',
  SBIN: 'State Bank of India',
  UTIB: 'Axis Bank',
  MAHB: 'Bank of Maharashtra',
};
const paise = (rupees) => Math.round(Number(rupees.replaceAll(',', '')) * 100);

/** A labelled input with its help, its place for a message and its check (null = in order). */
function field({ element }, name, label, { check, help, ...attributes }) {
  const id = `field-${name}`;
  const input = element('input', { id, name, 'aria-describedby': `${id}-help ${id}-wrong`, ...attributes });
  const wrong = element('span', { class: 'wrong', id: `${id}-wrong` });
  const helpLine = help ? element('span', { class: 'help', id: `${id}-help` }, help) : null;
  const row = element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label),
    input,
    helpLine,
    wrong,
  );
  return { name, input, wrong, row, check };
}

function personFields(page) {
  const { texts, options, answers } = page;
  const { prefill = {}, readonly = {}, hidden = {} } = options;
  const contact = field(page, 'contact', texts.phone, {
    type: 'tel',
    autocomplete: 'tel',
    value: answers.contact ?? prefill.contact ?? '',
    readonly: readonly.contact === true,
    check: (value) => (/^(\+?91)?[6-9]\d{9}$/.test(value.replaceAll(/[\s-]/g, '')) ? null : texts.phoneWrong),
  });
  const email = field(page, 'email', texts.email, {
    type: 'email',
    autocomplete: 'email',
    value: answers.email ?? prefill.email ?? '',
    readonly: readonly.email === true,
    check: (value) => (value === '' || /^\S+@\S+\.\S+$/.test(value) ? null : texts.emailWrong),
  });
  contact.row.hidden = hidden.contact === true && Boolean(prefill.contact);
  email.row.hidden = hidden.email === true;
  return [contact, email];
}

function amountField(page) {
  const { texts, order, money } = page;
  const limits = { least: money(order.least), most: money(order.amount_due) };
  const amount = field(page, 'amount', texts.amount, {
    inputmode: 'decimal',
    value: (order.amount_due / 100).toFixed(2),
    check: (value) =>
      paise(value) >= order.least && paise(value) <= order.amount_due
        ? null
        : fill(texts.amountWrong, limits),
  });
  amount.row.hidden = !order.partial;
  return amount;
}

/** The three ways to pay; only the fields of the chosen one are shown. */
function methodFields(page) {
  const { element, texts, answers, options } = page;
  const vpa = field(page, 'vpa', texts.vpa, {
    value: answers.vpa ?? 'success@razorpay',
    autocomplete: 'off',
    help: texts.vpaHelp,
    check: (value) => (/^[\w.-]+@[\w.-]+$/.test(value) ? null : texts.vpaWrong),
  });
  const card = field(page, 'cardNumber', texts.cardNumber, {
    value: answers.cardNumber ?? '4100 2800 0000 1007',
    inputmode: 'numeric',
    autocomplete: 'off',
    help: texts.cardHelp,
    check: (value) => (/^\d{15,16}$/.test(value.replaceAll(' ', '')) ? null : texts.cardWrong),
  });
  const choices = Object.entries(BANKS).map(([code, name]) =>
    element('option', { value: code, selected: code === answers.bank }, name),
  );
  const bank = element('select', { id: 'field-bank', name: 'bank' }, ...choices);
  const bankRow = element(
    'div',
    { class: 'field' },
    element('label', { for: 'field-bank' }, texts.bank),
    bank,
  );
  const rows = { upi: vpa.row, card: card.row, netbanking: bankRow };
  const made = {
    fields: [vpa, card],
    rows,
    bank,
    method: rows[answers.method ?? options.prefill?.method]
      ? (answers.method ?? options.prefill.method)
      : 'upi',
  };
  const choose = (name) => {
    made.method = name;
    for (const [key, row] of Object.entries(rows)) row.hidden = key !== name;
  };
  made.choices = Object.keys(rows).map((name) =>
    element(
      'label',
      {},
      element('input', {
        type: 'radio',
        name: 'method',
        value: name,
        checked: name === made.method,
        onchange: () => choose(name),
      }),
      texts[name],
    ),
  );
  choose(made.method);
  return made;
}

/** Checks what is visible, puts each message in its place and the focus on the first; null when something is wrong. */
function collect(fields, methods, partial) {
  const answers = { method: methods.method };
  let first = null;
  for (const { name, input, wrong, row, check } of fields) {
    const value = input.value.trim();
    const problem = row.hidden ? null : check(value);
    wrong.textContent = problem ?? '';
    input.setAttribute('aria-invalid', String(problem !== null));
    if (problem !== null) first ??= input;
    if (name === 'amount') Object.assign(answers, partial ? { amount: paise(value) } : {});
    else if (value !== '' && (name === 'contact' || name === 'email' || !row.hidden)) answers[name] = value;
  }
  if (methods.method === 'netbanking') answers.bank = methods.bank.value;
  first?.focus();
  return first === null ? answers : null;
}

/** Builds the form; `onPay` gets the checked answers with the chosen `outcome`. */
export function form(page) {
  const { element, texts, order, money, onPay, linkCode } = page;
  const methods = methodFields(page);
  const amount = amountField(page);
  const person = personFields(page);
  const fields = [...person, amount, ...methods.fields];
  const end = (outcome) => {
    const answers = collect(fields, methods, order.partial);
    if (answers !== null) onPay({ ...answers, outcome });
  };
  const ending = (outcome) =>
    element('button', { id: outcome, type: 'button', onclick: () => end(outcome) }, texts[outcome]);
  const endings = ['fail', 'late', ...(linkCode ? [] : ['abandon'])].map(ending);
  const payText = fill(texts.pay, { amount: order.partial ? '' : money(order.amount_due) }).trim();
  const submit = (event) => {
    event.preventDefault();
    end('success');
  };
  return element(
    'form',
    { novalidate: true, class: 'form', onsubmit: submit },
    ...[...person, amount].map(({ row }) => row),
    element(
      'fieldset',
      {},
      element('legend', {}, texts.how),
      element('div', { class: 'methods' }, ...methods.choices),
    ),
    ...Object.values(methods.rows),
    element('button', { id: 'pay', class: 'main' }, payText),
    element(
      'div',
      { class: 'endings' },
      element('span', { class: 'help' }, texts.endings),
      element('div', {}, ...endings),
    ),
  );
}
