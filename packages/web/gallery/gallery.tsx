import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../global.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../api/query-client.ts';
import { RecordForm } from '../record/record-form.tsx';
import { RecordList } from '../record/record-list.tsx';
import { RecordView } from '../record/record-view.tsx';
import { type Session, SessionContext } from '../session/use-session.ts';
import { type Language, TextProvider } from '../text/text.tsx';
import { cssVariables, theme } from '../theme.ts';
import { useEscapeClosesTop } from '../ui/escape.ts';
import { ConfirmProvider } from '../ui/use-confirm.tsx';
import { GalleryLongList } from './long-list.tsx';
import { GalleryParts } from './parts.tsx';
import { GalleryPublic } from './public-page.tsx';
import { galleryVehicle } from './vehicle.record.ts';

const session: Session = {
  me: {
    id: 1,
    firstName: 'Bina',
    lastName: 'Kulkarni',
    email: 'bina@demo.aangan',
    franchisee: null,
    superAdmin: false,
    modulesAuth: [],
    roles: [],
  },
  superAdmin: false,
  family: false,
  role: null,
  franchisee: { id: 2, companyName: 'Andheri' },
  centres: [],
  academicYear: { id: 2026, academicYear: '2026-2027' },
  holds: () => true,
};

function Frame() {
  useEscapeClosesTop();
  const [language, setLanguage] = useState<Language>(location.search.includes('lang=hi') ? 'hi' : 'en');
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <TextProvider language={language} onChange={setLanguage}>
          <SessionContext value={session}>
            <ConfirmProvider>
              <div style={{ ['--a-bar' as string]: '0px' }}>
                <Outlet />
              </div>
            </ConfirmProvider>
            <Notifications position="top-right" limit={4} />
          </SessionContext>
        </TextProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

const router = createBrowserRouter([
  {
    element: <Frame />,
    children: [
      {
        path: '/vehicles',
        element: (
          <RecordList
            record={galleryVehicle}
            bulk={[{ label: (n) => `Retire ${n} vehicles`, run: () => undefined, danger: true }]}
          />
        ),
      },
      { path: '/vehicles/add', element: <RecordForm record={galleryVehicle} /> },
      { path: '/vehicles/edit/:vehicleID', element: <RecordForm record={galleryVehicle} /> },
      { path: '/vehicles/view/:vehicleID', element: <RecordView record={galleryVehicle} /> },
      { path: '/long', element: <GalleryLongList /> },
      { path: '/public', element: <GalleryPublic /> },
      { path: '*', element: <GalleryParts /> },
    ],
  },
]);

const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={router} />);
