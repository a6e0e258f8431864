/** First segments of the paths that need no sign-in (routes.tsv, flag `public`), and the one public path among guarded ones. */
const SEGMENTS: ReadonlySet<string> = new Set([
  'login',
  'signin',
  'otp',
  'parent-enquiry',
  'enquiry-form',
  'enquiry-saved',
  'videoplayer',
  'application-form',
  'registration-form',
  'admission-form',
  'thankyou',
  'admissionconfirmation',
  'registrationconfirmation',
  'online-class',
  'teacher-training',
  'service-payments',
  'admission-payments',
  'payment-invoice',
]);

/** Whether a path may open without a session. A guess for the start only: the guard of its screen decides. */
export function isPublicPath(pathname: string): boolean {
  const path = pathname.toLowerCase();
  return SEGMENTS.has(path.split('/')[1] ?? '') || path.startsWith('/ams/amscalender');
}
