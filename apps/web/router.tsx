import { startBusy } from '@aangan/web/api/busy.ts';
import { isPublic, type LoadableScreen, type LoadableScreens, routerPath } from '@aangan/web/screens.ts';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { areasOfPath } from './area-segments.ts';
import { screensOfArea } from './areas.ts';
import { fitsDocument, loadDocument } from './document-policy.ts';
import { GuardedScreen } from './guarded-screen.tsx';
import { loadChunk } from './load-chunk.ts';
import { Root, RootLoading } from './root.tsx';
import { ScreenError } from './screen-error.tsx';
import { screenLoads, shellWeb } from './shell.web.ts';
import { UnknownPath } from './unknown-path.tsx';

/** The home of everybody who is signed in; the root path and unknown paths lead here (specification 2). */
export const HOME = '/profile/dashboard';

function routeOf(screen: LoadableScreen, areaTitle: string): RouteObject {
  return {
    path: routerPath(screen.path).slice(1),
    handle: { screen },
    errorElement: <ScreenError />,
    ...(fitsDocument(screen) ? {} : { loader: loadDocument }),
    lazy: async () => {
      const Screen = await loadChunk(screen.load);
      return {
        Component: () => (
          <GuardedScreen screen={screen} areaTitle={areaTitle}>
            <Screen />
          </GuardedScreen>
        ),
      };
    },
  };
}

const split = ({ screens, title }: LoadableScreens) => ({
  open: screens.filter(isPublic).map((one) => routeOf(one, title)),
  guarded: screens.filter((one) => !isPublic(one)).map((one) => routeOf(one, title)),
});

const own = split(shellWeb);
const known = new Set<string>();

export const router = createBrowserRouter(
  [
    {
      id: 'root',
      element: <Root />,
      errorElement: <ScreenError />,
      HydrateFallback: RootLoading,
      children: [
        { index: true, element: <Navigate to={HOME} replace /> },
        ...own.open,
        {
          id: 'frame',
          lazy: () => loadChunk(async () => ({ Component: await (await screenLoads()).frame() })),
          children: own.guarded,
        },
        { path: '*', element: <UnknownPath /> },
      ],
    },
  ],
  {
    // An area's screens join the router when one of its paths is first opened.
    patchRoutesOnNavigation: async ({ path, patch }) => {
      const done = startBusy();
      try {
        for (const area of areasOfPath(path).filter((name) => !known.has(name))) {
          const screens = await screensOfArea(area);
          known.add(area);
          if (!screens) continue;
          const { open, guarded } = split(screens);
          patch('root', open);
          patch('frame', guarded);
        }
      } finally {
        done();
      }
    },
  },
);
