import { openModules } from '@aangan/contract/endpoint.ts';
import { screen } from '@aangan/web/screens.ts';
import { feesPage } from './checkout-pages.ts';

export const paymentScreens = [
  screen({
    path: '/approve-payment/list',
    title: 'Payments',
    module: 'ApprovePaymentList',
    load: () => import('./approve-payment-list.tsx').then((m) => m.ApprovePaymentList),
  }),
  screen({
    path: '/approve-payment/approve-payment-details/{enquiryID}',
    title: 'Payments of a child',
    module: 'ApprovePaymentList',
    load: () => import('./approve-payment-details.tsx').then((m) => m.ApprovePaymentDetails),
  }),
  screen({
    path: '/payments/pay/{referenceID?}',
    title: 'Take a payment',
    module: 'payments',
    level: 'offlinePayment',
    write: true,
    load: () => import('./take-payment.tsx').then((m) => m.TakePayment),
  }),
  screen({
    path: '/payment-links/page/{current}',
    title: 'Payment links',
    module: 'UserPaymentLinks',
    load: () => import('../payment-link/payment-link-list.tsx').then((m) => m.PaymentLinkList),
  }),
  screen({
    ...feesPage,
    title: 'Fees',
    module: openModules.anyone,
    load: () => import('./public-payment-page.tsx').then((m) => m.PublicPaymentPage),
  }),
  screen({
    path: '/payment-invoice',
    title: 'Receipt',
    module: openModules.anyone,
    load: () => import('../receipt/public-receipt-page.tsx').then((m) => m.PublicReceiptPage),
  }),
];
