import { call } from '@aangan/web/api/call.ts';
import { useMemo } from 'react';
import { type CheckoutCalls, useCheckoutWith } from '../payment/use-checkout.tsx';
import { franchiseePaymentContract } from './franchisee-payment.contract.ts';

/** The checkout of what a centre pays to head office: dues, and orders of kits. */
export const useHeadOfficeCheckout = () =>
  useCheckoutWith(
    useMemo(
      (): CheckoutCalls => ({
        options: (paymentId) => call(franchiseePaymentContract.checkout, { paymentId, language: 'en' }),
        verify: async (paymentId, answer) => {
          const out = await call(franchiseePaymentContract.verify, { paymentId, ...answer });
          return { status: out.status, receipt: { number: out.number, token: null } };
        },
        status: async (paymentId) =>
          (await call(franchiseePaymentContract.state, { paymentId }, { background: true })).status,
        receipt: async (paymentId) => ({
          number: (await call(franchiseePaymentContract.state, { paymentId })).number,
          token: null,
        }),
      }),
      [],
    ),
  );
