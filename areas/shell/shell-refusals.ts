import { refusals } from '@aangan/contract/refusal.ts';

/** Refusals of signing in. The texts tell nothing about whether an account exists (promise S5). */
export const refuse = refusals({
  'session.view-ended': [403, 'Looking as somebody else has ended. Begin again on the person’s page.'],
  'session.bad-credentials': [401, 'Sign-in details are not right.'],
  'session.otp-wrong': [422, 'That code is not right. {left} tries left.'],
  'session.otp-dead': [422, 'This code has expired. Start again.'],
  'session.too-many': [429, 'Too many tries. Try again in {wait}, or use a device you have used before.'],
  'session.proof-failed': [401, 'This sign-in belongs to another browser. Sign in here.'],
  'session.proof-stale': [401, 'The clock of this device is wrong. Try again.'],
  'session.renewed': [409, 'Another tab has renewed this sign-in already.'],
  'session.key-needed': [403, 'Open this in a supported browser over https.'],
  'user.address-used': [409, 'Cannot use this address. Check your inbox.'],
  'user.address-unclear': [422, 'Enter an e-mail address or a 10-digit mobile number.'],
  'access.already-asked': [409, 'You have asked for this already. You will be notified.'],
  'access.too-many': [429, 'You can ask five times a day. Try again tomorrow.'],
  'access.decided': [409, 'Somebody has answered this request already.'],
  'access.no-role': [409, 'None of the roles you may give opens this. Ask an administrator.'],
  'session.resend-early': [429, 'Wait {wait} before asking for another code.'],
  'request.cross-site': [403, 'Sign out from inside the app.'],
  'authenticator.have-one': [409, 'You have an authenticator already. Remove it first.'],
  'authenticator.none': [409, 'There is no authenticator to use here.'],
  'authenticator.wrong-code': [422, 'This is not the code of now. Try the next one.'],
  'authenticator.super-admins-only': [403, 'Only super admins reset an authenticator.'],
  'authenticator.reset-asked': [409, 'This reset waits for another super admin already.'],
  'authenticator.second-person': [403, 'Another super admin than you must do this.'],
  'tablet.unknown': [404, 'This is no shared tablet any more.'],
  'tablet.wrong-pin': [401, 'That PIN is not right.'],
  'tablet.weak-pin': [422, 'This PIN is easy to guess. Choose other digits.'],
  'password.wrong': [422, 'Your present password is not right.'],
  'password.weak': [422, 'This password is easy to guess. Choose another one.'],
  'password.same': [422, 'Choose a password you do not use now.'],
});

/** 75 -> '01:15', as the screens show waiting times. */
export const mmss = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(Math.ceil(seconds) % 60).padStart(2, '0')}`;
