import { loadScreens } from '@aangan/web/screens.ts';
import { shellScreens } from '../../areas/shell/screens.ts';

/** Where the scripts of other screens are: fetched together with the router, or as soon as somebody is signed in. */
export const screenLoads = () => import('./screen-loads.ts');

const login = () => import('./sign-in/login.tsx').then((module) => module.Login);

/** The shell's own screens are always there. */
export const shellWeb = loadScreens(shellScreens, {
  '/login': login,
  '/signIn': login,
  '/otp/{referenceID}': () => import('./sign-in/otp.tsx').then((module) => module.Otp),
  '/profile': async () => (await screenLoads()).profile(),
  '/profile/dashboard': async () => (await screenLoads()).home(),
});
