import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { part } from '@aangan/web/part.ts';
import { imageToDataUrl } from '@aangan/web/ui/image-to-data-url.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { paymentContract } from './payment/payment.contract.ts';

/** Takes the fee of a form at the counter; loaded when it is asked for. */
export const FormFeeCounter = part(() => import('./payment/form-fee-counter.tsx'), 'FormFeeCounter');

interface CheckoutAnswer {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

interface RazorpayCheckout {
  open(): void;
  on(event: 'payment.failed', listen: (response: { error?: { reason?: string } }) => void): void;
}

declare global {
  interface Window {
    Razorpay?: new (options: Record<string, unknown>) => RazorpayCheckout;
  }
}

export type CheckoutState = 'idle' | 'opening' | 'open' | 'checking' | 'waiting' | 'paid' | 'failed';

export interface Checkout {
  state: CheckoutState;
  error: string | null;
  receipt: { number: string | null; token: string | null } | null;
  /** Opens the provider's checkout for a payment that was started; resolves when it is settled, left or waited for. */
  pay(paymentId: string): Promise<void>;
  /** Back to the beginning, for a further payment. */
  reset(): void;
}

// The checkout script may load on payment pages only (their own content policy), and only from the address the server names.
interface ScriptRules {
  createScriptURL(url: string): string;
}
let policy: ScriptRules | null = null;
const scriptUrl = (url: string): string => {
  const types = window.trustedTypes as
    | { createPolicy(name: string, rules: ScriptRules): ScriptRules }
    | undefined; // the browser's own type names fewer rules
  policy ??= types?.createPolicy('aangan-checkout', { createScriptURL: (u) => u }) ?? {
    createScriptURL: (u) => u,
  };
  return policy.createScriptURL(url);
};

function loadScript(url: string): Promise<void> {
  if (window.Razorpay) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl(url);
    script.onload = () => resolve();
    script.onerror = () => reject(new Error('Service Unavailable!'));
    document.head.append(script);
  });
}

const PAID: ReadonlySet<string> = new Set(['CONFIRMED', 'TRANSFERRED']);
// finance.md 6: every 3 s for a minute, then every 15 s.
const SOON_MS = 3000;
const LATER_MS = 15_000;
const SOON_TIMES = 20;

/** Checkout, verify and waiting for the bank, for a public payment page opened with `link`. */
export function useCheckout(link: string, language: 'en' | 'hi'): Checkout {
  const [state, setState] = useState<CheckoutState>('idle');
  const [error, setError] = useState<string | null>(null);
  const [receipt, setReceipt] = useState<Checkout['receipt']>(null);
  // Of the wait in progress: a new payment, or leaving the page, ends it.
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => () => waiting.current?.abort(), []);

  const showPaid = useCallback(
    async (paymentId: string) => {
      const shown = await receiptOf(paymentId, link);
      setReceipt(shown);
      setState('paid');
    },
    [link],
  );

  const wait = useCallback(
    (paymentId: string) => {
      setState('waiting');
      const ended = new AbortController();
      waiting.current = ended;
      void (async () => {
        for (let asked = 1; ; asked += 1) {
          await pause(asked <= SOON_TIMES ? SOON_MS : LATER_MS, ended.signal);
          if (ended.signal.aborted) return;
          if (await isPaid(paymentId, link).catch(() => false)) return void (await showPaid(paymentId));
        }
      })();
    },
    [link, showPaid],
  );

  const pay = useCallback(
    async (paymentId: string) => {
      waiting.current?.abort();
      setState('opening');
      setError(null);
      setReceipt(null);
      try {
        const { scriptUrl: url, options } = await call(
          paymentContract.checkout,
          { paymentId, language },
          { link },
        );
        // The provider's page shows the image within its own frame, so it goes along; without it the payment goes on.
        const [image] = await Promise.all([
          imageToDataUrl('/icon.svg').catch(() => undefined),
          loadScript(url),
        ]);
        setState('open');
        const answer = await ask({ ...options, image });
        if (typeof answer === 'string') {
          // Money may have left although the window was closed: the server is asked before anything is said.
          if (await isPaid(paymentId, link)) await showPaid(paymentId);
          else if (answer === 'unsure') wait(paymentId);
          else setState('failed');
          return;
        }
        setState('checking');
        const verified = await call(paymentContract.verify, { paymentId, ...answer }, { link });
        setReceipt({ number: verified.receiptNumber, token: verified.receiptToken });
        if (PAID.has(verified.status)) setState('paid');
        else wait(paymentId);
      } catch (failure) {
        const problem = toApiError(failure);
        // Somebody else's tab was quicker with the very same payment: that is good news, not a failure.
        if (problem.code === 'payment.already-confirmed') return void (await showPaid(paymentId));
        setError(problem.message);
        setState('failed');
      }
    },
    [link, language, wait, showPaid],
  );
  const reset = useCallback(() => {
    waiting.current?.abort();
    setState('idle');
    setError(null);
    setReceipt(null);
  }, []);

  return { state, error, receipt, pay, reset };
}

// The bank never said no: the money may still arrive.
const UNSURE: ReadonlySet<string> = new Set([
  'payment_timed_out',
  'payment_pending',
  'bank_technical_error',
  'gateway_technical_error',
  'server_error',
]);

function ask(options: Record<string, unknown>): Promise<CheckoutAnswer | 'left' | 'unsure'> {
  return new Promise((resolve, reject) => {
    if (!window.Razorpay) return reject(new Error('Service Unavailable!'));
    let end: 'left' | 'unsure' = 'left';
    const checkout = new window.Razorpay({
      ...options,
      handler: (answer: CheckoutAnswer) =>
        resolve({
          razorpay_payment_id: answer.razorpay_payment_id,
          razorpay_order_id: answer.razorpay_order_id,
          razorpay_signature: answer.razorpay_signature,
        }),
      modal: { ...(options.modal as object), ondismiss: () => resolve(end) },
    });
    checkout.on('payment.failed', ({ error }) => {
      end = UNSURE.has(error?.reason ?? '') ? 'unsure' : 'left';
    });
    checkout.open();
  });
}

async function isPaid(paymentId: string, link: string): Promise<boolean> {
  const { status } = await call(paymentContract.state, { paymentId }, { link, background: true });
  return PAID.has(status);
}

/** Number and link of a payment's receipt. The payment stands even when this fails. */
export async function receiptOf(paymentId: string, link: string): Promise<Checkout['receipt']> {
  try {
    const out = await call(paymentContract.receipt, { paymentId }, { link });
    return { number: out.receiptNumber, token: out.receiptToken };
  } catch {
    return null;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = window.setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer);
      resolve();
    });
  });
