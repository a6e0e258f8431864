import { refusals } from '@aangan/contract/refusal.ts';

/** Refusals of signing in. The texts tell nothing about whether an account exists (promise S5). */
export const refuse = refusals({
  'session.bad-credentials': [401, 'Sign-in details are not right.'],
  'session.otp-wrong': [422, 'That code is not right. {left} tries left.'],
  'session.otp-dead': [422, 'This code has expired. Start again.'],
  'session.too-many': [429, 'Too many tries. Try again in {wait}, or use a device you have used before.'],
  'session.resend-early': [429, 'Wait {wait} before asking for another code.'],
  'request.cross-site': [403, 'Sign out from inside the app.'],
  'password.wrong': [422, 'Your present password is not right.'],
  'password.weak': [422, 'This password is easy to guess. Choose another one.'],
  'password.same': [422, 'Choose a password you do not use now.'],
});

/** 75 -> '01:15', as the screens show waiting times. */
export const mmss = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(Math.ceil(seconds) % 60).padStart(2, '0')}`;
