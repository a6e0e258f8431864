// The merchant's side of the simulated checkout: window.Razorpay with the options of the real script.
// Runs under a strict policy: no inline style or script text, only properties set by script.
(() => {
  const script = document.currentScript;
  const base = new URL('../', script instanceof HTMLScriptElement ? script.src : location.href);
  const pageUrl = new URL('checkout/', base).href;
  const pageOrigin = base.origin;
  const SENDER = 'razorpay-simulator';

  /** Only plain data can go to the page in the frame: functions and the like stay here. */
  function plainOptions(options) {
    const {
      key,
      amount,
      currency,
      name,
      description,
      image,
      order_id,
      prefill,
      notes,
      theme,
      readonly,
      hidden,
      config,
    } = options;
    const modal = {
      escape: options.modal?.escape !== false,
      confirm_close: options.modal?.confirm_close === true,
    };
    const retry =
      options.retry === false || options.retry?.enabled === false ? { enabled: false } : { enabled: true };
    const rest = {
      key,
      amount,
      currency,
      name,
      description,
      image,
      order_id,
      prefill,
      notes,
      theme,
      readonly,
      hidden,
      config,
      modal,
      retry,
    };
    return JSON.parse(JSON.stringify(rest));
  }

  function style(element, properties) {
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
  }

  function createOverlay(onBackdrop) {
    const overlay = document.createElement('div');
    overlay.className = 'razorpay-container';
    style(overlay, {
      position: 'fixed',
      inset: '0',
      'z-index': '2147483000',
      display: 'flex',
      'align-items': 'center',
      'justify-content': 'center',
      background: 'rgba(20, 20, 40, 0.6)',
    });
    const frame = document.createElement('iframe');
    frame.title = 'Razorpay simulator checkout';
    frame.className = 'razorpay-checkout-frame';
    frame.src = pageUrl;
    const narrow = window.matchMedia('(max-width: 520px)');
    const fit = () =>
      style(frame, {
        border: '0',
        background: '#ffffff',
        'color-scheme': 'light',
        width: narrow.matches ? '100%' : '420px',
        height: narrow.matches ? '100%' : 'min(720px, calc(100% - 32px))',
        'border-radius': narrow.matches ? '0' : '12px',
      });
    fit();
    narrow.addEventListener('change', fit);
    overlay.addEventListener('click', (event) => event.target === overlay && onBackdrop());
    overlay.append(frame);
    return { overlay, frame };
  }

  /** The form post of `callback_url`, as the real checkout sends it. */
  function postToCallback(url, fields) {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = url;
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input');
      input.type = 'hidden';
      input.name = name;
      input.value = String(value);
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  function errorFields(error) {
    const { metadata, ...texts } = error;
    const named = Object.entries(texts).map(([name, value]) => [`error[${name}]`, value]);
    return Object.fromEntries([...named, ['error[metadata]', JSON.stringify(metadata)]]);
  }

  class Razorpay {
    #options;
    #listeners = new Map();
    #opened = null;

    constructor(options) {
      if (!options?.key) throw new Error('No key passed');
      this.#options = options;
    }

    static open(options) {
      const checkout = new Razorpay(options);
      checkout.open();
      return checkout;
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    open() {
      if (this.#opened) return this;
      const { overlay, frame } = createOverlay(() => {
        if (this.#options.modal?.backdropclose === true) this.#dismiss('backdrop');
      });
      const hear = (event) => this.#hear(event);
      const seconds = Number(this.#options.timeout ?? 0);
      this.#opened = {
        overlay,
        frame,
        hear,
        focused: document.activeElement,
        scroll: document.documentElement.style.getPropertyValue('overflow'),
        timer: seconds > 0 ? setTimeout(() => this.#dismiss('timeout'), seconds * 1000) : undefined,
      };
      window.addEventListener('message', hear);
      document.documentElement.style.setProperty('overflow', 'hidden');
      document.body.append(overlay);
      return this;
    }

    close() {
      if (!this.#opened) return;
      const { overlay, hear, focused, scroll, timer } = this.#opened;
      this.#opened = null;
      clearTimeout(timer);
      window.removeEventListener('message', hear);
      document.documentElement.style.setProperty('overflow', scroll);
      overlay.remove();
      if (focused instanceof HTMLElement) focused.focus();
    }

    #hear(event) {
      const frame = this.#opened?.frame;
      if (!frame || event.source !== frame.contentWindow || event.origin !== pageOrigin) return;
      const message = event.data;
      if (message?.sender !== SENDER) return;
      if (message.type === 'ready') {
        frame.contentWindow.postMessage(
          { sender: SENDER, type: 'open', options: plainOptions(this.#options) },
          pageOrigin,
        );
        frame.focus();
      }
      if (message.type === 'success') this.#succeed(message.data);
      if (message.type === 'failed') this.#fail(message.data);
      if (message.type === 'dismiss') this.#dismiss(message.data);
    }

    #succeed(response) {
      this.close();
      const { handler, callback_url: url, redirect } = this.#options;
      if (url && (redirect === true || typeof handler !== 'function')) postToCallback(url, response);
      else if (typeof handler === 'function') handler(response);
    }

    #fail(error) {
      for (const listener of this.#listeners.get('payment.failed') ?? []) listener({ error });
      const { callback_url: url, redirect } = this.#options;
      if (url && redirect === true) postToCallback(url, errorFields(error));
    }

    #dismiss(reason) {
      if (!this.#opened) return;
      this.close();
      this.#options.modal?.ondismiss?.(reason);
    }
  }

  window.Razorpay = Razorpay;
})();
