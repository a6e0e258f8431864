import { call } from '@aangan/web/api/call.ts';
import { useMemo } from 'react';
import { franchiseePaymentContract } from '../../finance/franchisee-due/franchisee-payment.contract.ts';
import { type CheckoutCalls, useCheckoutWith } from '../../finance/public.web.tsx';

/** The checkout of an order's payment, as a centre pays head office. */
export const useKitCheckout = () =>
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
