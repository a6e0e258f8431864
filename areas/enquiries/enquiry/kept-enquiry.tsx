import { useWaiting } from '@aangan/web/local/offline-queue.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';

/** Where the form is, and where a refused enquiry is taken up again. */
export const ENQUIRY_FORM = '/forms/enquiry-form';

/** There is no network: the family waits on this device, sealed, and goes out by itself; what comes of it is told here. */
export function KeptEnquiry({ again }: { again: () => void }) {
  const own = useWaiting().filter(({ link }) => link === ENQUIRY_FORM);
  const refused = own.find(({ state }) => state === 'REFUSED');
  const [title, text] = refused
    ? ['It could not be saved', refused.lastError]
    : own.length > 0
      ? [
          'It goes out by itself',
          'There is no network. As soon as it is back the enquiry is sent, once, and gets its code and its owner. Until then it stands under “Not sent yet” beside your name: do not sign out.',
        ]
      : ['It was sent', 'The network is back and the enquiry is saved.'];
  return (
    <PageFrame
      title="Enquiry kept on this device"
      context="centre-year"
      crumbs={[{ label: 'Enquiries', to: '/forms/enquiry/list' }]}
    >
      <Section title={title}>
        <Stack gap="md">
          <Text role="status">{text}</Text>
          <Group>
            {refused && (
              <Button component={Link} to={`${ENQUIRY_FORM}?waiting=${refused.id}`}>
                Open in the form
              </Button>
            )}
            <Button onClick={again} variant={refused ? 'default' : 'filled'}>
              Add another family
            </Button>
            {own.length === 0 && (
              <Button component={Link} to="/forms/enquiry/list" variant="default">
                Open the list
              </Button>
            )}
          </Group>
        </Stack>
      </Section>
    </PageFrame>
  );
}
