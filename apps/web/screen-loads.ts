// Where the scripts of screens are. The build writes the names of all they need into this file: as many as there are
// screens, and the sign-in page does without them (`screenLoads` in shell.web.ts).

export const frame = () => import('./frame/app-frame.tsx').then((module) => module.AppFrame);
export const profile = () => import('./profile/profile.tsx').then((module) => module.Profile);
export const home = () => import('./profile/home.tsx').then((module) => module.Home);
export const centreChoice = () => import('./frame/choose-centre.tsx');
export const lostAccess = () => import('../../areas/shell/access/lost-access.tsx');

/** Every area of the tree; the paths of one that is left out are unknown (areas/README 6). */
export const areas = import.meta.glob<Readonly<Record<string, unknown>>>('../../areas/*/area.web.ts');
