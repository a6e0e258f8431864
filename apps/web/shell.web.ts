import { loadScreens } from '@aangan/web/screens.ts';
import { shellScreens } from '../../areas/shell/screens.ts';

const login = () => import('./sign-in/login.tsx').then((module) => module.Login);

export const shellWeb = loadScreens(shellScreens, {
  '/login': login,
  '/signIn': login,
  '/otp/{referenceID}': () => import('./sign-in/otp.tsx').then((module) => module.Otp),
  '/profile': () => import('./profile/profile.tsx').then((module) => module.Profile),
  '/profile/dashboard': () => import('./profile/home.tsx').then((module) => module.Home),
});
