import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCallback, useState } from 'react';
import { paymentContract } from './payment/payment.contract.ts';

interface CheckoutAnswer {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

interface RazorpayCheckout {
  open(): void;
  on(event: 'payment.failed', listen: () => void): void;
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
  /** Opens the provider's checkout for a payment that was started; resolves when it is settled or left. */
  pay(paymentId: string): Promise<void>;
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

/** Checkout, verify and waiting for the bank, for a public payment page opened with `link`. */
export function useCheckout(link: string, language: 'en' | 'hi'): Checkout {
  const [state, setState] = useState<CheckoutState>('idle');
  const [error, setError] = useState<string | null>(null);
  const [receipt, setReceipt] = useState<Checkout['receipt']>(null);

  const pay = useCallback(
    async (paymentId: string) => {
      setState('opening');
      setError(null);
      try {
        const { scriptUrl: url, options } = await call(
          paymentContract.checkout,
          { paymentId, language },
          { link },
        );
        await loadScript(url);
        setState('open');
        const answer = await ask(options);
        if (!answer) {
          setState((await settledMeanwhile(paymentId, link)) ? 'paid' : 'failed');
          return;
        }
        setState('checking');
        const verified = await call(paymentContract.verify, { paymentId, ...answer }, { link });
        setReceipt({ number: verified.receiptNumber, token: verified.receiptToken });
        setState(verified.status === 'CONFIRMED' ? 'paid' : 'waiting');
      } catch (failure) {
        setError(toApiError(failure).message);
        setState('failed');
      }
    },
    [link, language],
  );

  return { state, error, receipt, pay };
}

function ask(options: Record<string, unknown>): Promise<CheckoutAnswer | null> {
  return new Promise((resolve, reject) => {
    if (!window.Razorpay) return reject(new Error('Service Unavailable!'));
    const checkout = new window.Razorpay({
      ...options,
      handler: (answer: CheckoutAnswer) =>
        resolve({
          razorpay_payment_id: answer.razorpay_payment_id,
          razorpay_order_id: answer.razorpay_order_id,
          razorpay_signature: answer.razorpay_signature,
        }),
      modal: { ...(options.modal as object), ondismiss: () => resolve(null) },
    });
    checkout.open();
  });
}

// Money may have left although the window was closed: the server is asked before anything is said.
async function settledMeanwhile(paymentId: string, link: string): Promise<boolean> {
  const { status } = await call(paymentContract.state, { paymentId }, { link });
  return status === 'CONFIRMED' || status === 'TRANSFERRED';
}
