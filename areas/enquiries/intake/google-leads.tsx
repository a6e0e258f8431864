// Leads from outside: what came, whose it is, and the forms they come from (enquiries.md 4, google-webhook).
import { useQuery } from '@aangan/web/api/use-query.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { Alert, Anchor, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ChannelsAndForms } from './channels-and-forms.tsx';
import { leadChannelContract } from './lead-channel.contract.ts';
import { LeadTable } from './lead-table.tsx';
import './lead-look.tsx';

const NewChannel = part(() => import('./new-channel.tsx'), 'NewChannel');
const Reconcile = part(() => import('./reconcile-dialog.tsx'), 'ReconcileDialog');

export function GoogleLeads() {
  const channels = useQuery(leadChannelContract.list, {}, { fresh: 30_000 });
  const { franchisee } = useSession();
  const [open, setOpen] = useState<'channel' | 'csv' | null>(null);
  const red = (channels.data?.rows ?? []).filter((row) => row.health === 'RED');
  const mayCreate = channels.data?.can['create'] === true;
  return (
    <PageFrame
      title="Google leads"
      menu={[{ label: 'Upload Google’s own list (CSV)', run: () => setOpen('csv'), hidden: !mayCreate }]}
      {...(mayCreate
        ? {
            primary: {
              label: 'Add a form or page',
              run: () => setOpen('channel'),
              icon: <IconPlus {...icon} />,
            },
          }
        : {})}
    >
      <Stack gap="md">
        {red.map((row) => (
          <Alert key={row.id} color="danger" variant="light" title={`${row.name} needs you`}>
            {row.error}. No lead is lost: what arrives waits here.{' '}
            <Anchor component={Link} to="/google-webhook/list?tab=forms" inherit underline="always">
              Open forms and channels
            </Anchor>
          </Alert>
        ))}
        {franchisee && (
          <Alert color="info" variant="light">
            You see the leads of the chosen centre. Choose all centres to route leads and to change forms.
          </Alert>
        )}
        <PageTabs
          tabs={[
            {
              value: 'leads',
              label: 'Leads',
              content: <LeadTable providers={['GOOGLE', 'WEBSITE']} onAdd={() => setOpen('channel')} />,
            },
            {
              value: 'meta',
              label: 'Meta leads',
              content: <LeadTable providers={['META']} onAdd={() => setOpen('channel')} />,
            },
            {
              value: 'calls',
              label: 'Missed calls',
              content: (
                <LeadTable
                  providers={['TELEPHONY']}
                  onAdd={() => setOpen('channel')}
                  empty={{
                    title: 'No missed call yet',
                    help: 'Add a telephone line and give its address to the provider: whoever rings and is not answered stands here.',
                  }}
                />
              ),
            },
            {
              value: 'forms',
              label: 'Forms and channels',
              content: <ChannelsAndForms channels={channels} onAdd={() => setOpen('channel')} />,
            },
            { value: 'rejected', label: 'Rejected', content: <LeadTable rejected providers={[]} /> },
          ]}
        />
      </Stack>
      <Suspense fallback={null}>
        {open === 'channel' && <NewChannel onClose={() => setOpen(null)} />}
        {open === 'csv' && (
          <Reconcile
            channels={(channels.data?.rows ?? []).filter((row) => row.provider === 'GOOGLE')}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </PageFrame>
  );
}
