/** First segments of the paths that need no sign-in (routes.tsv, flag `public`). */
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
  'teacher-training',
  'service-payments',
  'admission-payments',
  'payment-invoice',
]);

/** Of online classes only a child's own address: its link's 22 characters stand where a screen's word would. */
const CLASS_LINK = /^\/online-class\/(?:\{referenceid\}|[a-z0-9_-]{22})$/;

/** Whether a path may open without a session. A guess for the start only: the guard of its screen decides. */
export function isPublicPath(pathname: string): boolean {
  const path = pathname.toLowerCase();
  return (
    SEGMENTS.has(path.split('/')[1] ?? '') || path.startsWith('/ams/amscalender') || CLASS_LINK.test(path)
  );
}
