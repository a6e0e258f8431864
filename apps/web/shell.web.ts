import { openModules } from '@aangan/contract/endpoint.ts';
import { screen, screens } from '@aangan/web/screens.ts';

const login = () => import('./sign-in/login.tsx').then((module) => module.Login);

/** The shell's screens: /login and /signIn are one and the same (specification 2). */
export const shellScreens = screens('shell', 'Aangan', [
  screen({ path: '/login', title: 'Sign in', module: openModules.anyone, load: login }),
  screen({ path: '/signIn', title: 'Sign in', module: openModules.anyone, load: login }),
  screen({
    path: '/otp/{referenceID}',
    title: 'Enter the code',
    module: openModules.anyone,
    load: () => import('./sign-in/otp.tsx').then((module) => module.Otp),
  }),
  screen({
    path: '/profile',
    title: 'Profile',
    module: openModules.signedIn,
    load: () => import('./profile/profile.tsx').then((module) => module.Profile),
  }),
  screen({
    path: '/profile/dashboard',
    title: 'Home',
    module: openModules.signedIn,
    load: () => import('./profile/home.tsx').then((module) => module.Home),
  }),
]);
