import { openModules } from '@aangan/contract/endpoint.ts';
import { screens } from '@aangan/contract/screens.ts';

export const shellScreens = screens('shell', 'Aangan', {
  '/login': { title: 'Sign in', module: openModules.anyone },
  '/signIn': { title: 'Sign in', module: openModules.anyone },
  '/otp/{referenceID}': { title: 'Enter the code', module: openModules.anyone },
  '/profile': { title: 'Profile', module: openModules.signedIn },
  '/profile/dashboard': { title: 'Home', module: openModules.signedIn },
});
