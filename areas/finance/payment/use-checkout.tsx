import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { imageToDataUrl } from '@aangan/web/ui/image-to-data-url.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { paymentContract } from './payment.contract.ts';

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

/** The four calls of a checkout, as their caller may make them. Stable over renders: `useMemo` it. */
export interface CheckoutCalls {
  options(paymentId: string): Promise<{ scriptUrl: string; options: Record<string, unknown> }>;
  verify(
    paymentId: string,
    answer: CheckoutAnswer,
  ): Promise<{ status: string; receipt: NonNullable<Checkout['receipt']> }>;
  status(paymentId: string): Promise<string>;
  receipt(paymentId: string): Promise<Checkout['receipt']>;
}

/** Checkout, verify and waiting for the bank, for a public payment page opened with `link`. */
export function useCheckout(link: string, language: 'en' | 'hi'): Checkout {
  const calls = useMemo(
    (): CheckoutCalls => ({
      options: (paymentId) => call(paymentContract.checkout, { paymentId, language }, { link }),
      verify: async (paymentId, answer) => {
        const out = await call(paymentContract.verify, { paymentId, ...answer }, { link });
        return { status: out.status, receipt: { number: out.receiptNumber, token: out.receiptToken } };
      },
      status: async (paymentId) =>
        (await call(paymentContract.state, { paymentId }, { link, background: true })).status,
      receipt: (paymentId) => receiptOf(paymentId, link),
    }),
    [link, language],
  );
  return useCheckoutWith(calls);
}

/** The same for a caller who is signed in. */
export function useCheckoutWith(calls: CheckoutCalls): Checkout {
  const [state, setState] = useState<CheckoutState>('idle');
  const [error, setError] = useState<string | null>(null);
  const [receipt, setReceipt] = useState<Checkout['receipt']>(null);
  // Of the wait in progress: a new payment, or leaving the page, ends it.
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => () => waiting.current?.abort(), []);

  const showPaid = useCallback(
    async (paymentId: string) => {
      const shown = await calls.receipt(paymentId);
      setReceipt(shown);
      setState('paid');
    },
    [calls],
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
          if (await isPaid(calls, paymentId).catch(() => false)) return void (await showPaid(paymentId));
        }
      })();
    },
    [calls, showPaid],
  );

  const pay = useCallback(
    async (paymentId: string) => {
      waiting.current?.abort();
      setState('opening');
      setError(null);
      setReceipt(null);
      try {
        const { scriptUrl: url, options } = await calls.options(paymentId);
        // The provider's page shows the image within its own frame, so it goes along; without it the payment goes on.
        const [image] = await Promise.all([
          imageToDataUrl('/icon.svg').catch(() => undefined),
          loadScript(url),
        ]);
        setState('open');
        const answer = await ask({ ...options, image });
        if (typeof answer === 'string') {
          // Money may have left although the window was closed: the server is asked before anything is said.
          if (await isPaid(calls, paymentId)) await showPaid(paymentId);
          else if (answer === 'unsure') wait(paymentId);
          else setState('failed');
          return;
        }
        setState('checking');
        const verified = await calls.verify(paymentId, answer);
        setReceipt(verified.receipt);
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
    [calls, wait, showPaid],
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

const isPaid = async (calls: CheckoutCalls, paymentId: string): Promise<boolean> =>
  PAID.has(await calls.status(paymentId));

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
