// The form of the hosted page: who pays, how much, how, and with which ending.
import { fill } from './texts.js';

const banks = { HDFC: 'HDFC Bank', ICIC: 'ICICI Bank', SBIN: 'State Bank of India', UTIB: 'Axis Bank', MAHB: 'Bank of Maharashtra' };

/** Builds the form; `onPay` gets the checked answers with the chosen `outcome`. */
export function form({ element, texts, options, order, money, answers, onPay, linkCode }) {
  const prefill = options.prefill ?? {};
  const fields = [];

  function field(name, label, attributes, check) {
    const id = `field-${name}`;
    const input = element('input', { id, name, ...attributes });
    const wrong = element('span', { class: 'wrong', id: `${id}-wrong` });
    const help = attributes['data-help'] ? element('span', { class: 'help', id: `${id}-help` }, attributes['data-help']) : null;
    input.setAttribute('aria-describedby', `${id}-help ${id}-wrong`);
    const row = element('div', { class: 'field' }, element('label', { for: id }, label), input, help, wrong);
    fields.push({ name, input, wrong, row, check });
    return row;
  }

  const contact = field('contact', texts.phone, {
    type: 'tel', autocomplete: 'tel', value: answers.contact ?? prefill.contact ?? '', readonly: options.readonly?.contact === true,
  }, (value) => (/^(\+?91)?[6-9]\d{9}$/.test(value.replaceAll(/[\s-]/g, '')) ? null : texts.phoneWrong));
  const email = field('email', texts.email, {
    type: 'email', autocomplete: 'email', value: answers.email ?? prefill.email ?? '', readonly: options.readonly?.email === true,
  }, (value) => (value === '' || /^\S+@\S+\.\S+$/.test(value) ? null : texts.emailWrong));
  contact.hidden = options.hidden?.contact === true && Boolean(prefill.contact);
  email.hidden = options.hidden?.email === true;

  const limits = { least: money(order.least), most: money(order.amount_due) };
  const paise = (value) => Math.round(Number(value.replaceAll(',', '')) * 100);
  const amount = field('amount', texts.amount, { inputmode: 'decimal', value: (order.amount_due / 100).toFixed(2) },
    (value) => (paise(value) >= order.least && paise(value) <= order.amount_due ? null : fill(texts.amountWrong, limits)));
  amount.hidden = !order.partial;

  const vpa = field('vpa', texts.vpa, { value: answers.vpa ?? 'success@razorpay', autocomplete: 'off', 'data-help': texts.vpaHelp },
    (value) => (/^[\w.-]+@[\w.-]+$/.test(value) ? null : texts.vpaWrong));
  const card = field('cardNumber', texts.cardNumber, {
    value: answers.cardNumber ?? '4100 2800 0000 1007', inputmode: 'numeric', autocomplete: 'off', 'data-help': texts.cardHelp,
  }, (value) => (/^\d{15,16}$/.test(value.replaceAll(' ', '')) ? null : texts.cardWrong));
  const bankChoice = element('select', { id: 'field-bank', name: 'bank' },
    ...Object.entries(banks).map(([code, name]) => element('option', { value: code, selected: code === answers.bank }, name)));
  const bank = element('div', { class: 'field' }, element('label', { for: 'field-bank' }, texts.bank), bankChoice);

  const wanted = answers.method ?? prefill.method;
  const startMethod = ['upi', 'card', 'netbanking'].includes(wanted) ? wanted : 'upi';
  const parts = { upi: vpa, card, netbanking: bank };
  let method = startMethod;
  const choose = (name) => {
    method = name;
    for (const [key, part] of Object.entries(parts)) part.hidden = key !== name;
  };
  const choices = Object.keys(parts).map((name) =>
    element('label', {}, element('input', { type: 'radio', name: 'method', value: name, checked: name === startMethod, onchange: () => choose(name) }), texts[name]));
  choose(startMethod);

  /** Checks what is visible, puts each message in its place and the focus on the first. */
  function collect() {
    const found = { method };
    let first = null;
    for (const { name, input, wrong, row, check } of fields) {
      const problem = row.hidden ? null : check(input.value.trim());
      wrong.textContent = problem ?? '';
      input.setAttribute('aria-invalid', String(problem !== null));
      if (problem !== null) first ??= input;
      const value = input.value.trim();
      if (name === 'amount') { if (order.partial) found.amount = paise(value); }
      else if (value !== '' && (name === 'contact' || name === 'email' || !row.hidden)) found[name] = value;
    }
    if (method === 'netbanking') found.bank = bankChoice.value;
    first?.focus();
    return first === null ? found : null;
  }

  function end(outcome) {
    const found = collect();
    if (found !== null) onPay({ ...found, outcome });
  }

  const ending = (outcome) => element('button', { id: outcome, type: 'button', onclick: () => end(outcome) }, texts[outcome]);
  const payText = order.partial ? texts.pay.replace('{amount}', '').trim() : fill(texts.pay, { amount: money(order.amount_due) });
  const made = element('form', { novalidate: true, class: 'form', onsubmit: (event) => { event.preventDefault(); end('success'); } },
    contact, email, amount,
    element('fieldset', {}, element('legend', {}, texts.how), element('div', { class: 'methods' }, ...choices)),
    vpa, card, bank,
    element('button', { id: 'pay', class: 'main' }, payText),
    element('div', { class: 'endings' }, element('span', { class: 'help' }, texts.endings),
      element('div', {}, ending('fail'), ending('late'), linkCode ? '' : ending('abandon'))));
  return made;
}
