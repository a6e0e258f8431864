/** Loaders of the screens of SMS and e-mail by path. */
export const campaignLoads = {
  '/communications/sms': () => import('./campaign-screens.tsx').then((m) => m.SmsWorkspace),
  '/communications/email': () => import('./campaign-screens.tsx').then((m) => m.EmailList),
  '/communications/email/send': () => import('./campaign-screens.tsx').then((m) => m.SendEmail),
};
