import { texts, useText } from '@aangan/web/text/text.tsx';
import { PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { Stack, Text } from '@mantine/core';
import { useLocation } from 'react-router';
import * as z from 'zod';

const words = texts(
  {
    title: 'Thank you',
    text: "We will call you from the centre's number.",
    reference: 'Your reference: {reference}',
  },
  { title: 'धन्यवाद', text: 'केंद्र के नंबर से आपको फ़ोन आएगा।', reference: 'आपका संदर्भ: {reference}' },
);

const arrived = z.object({ reference: z.string(), centre: z.string() });

/** Same page for everybody; refresh and Back send nothing again. */
export function EnquirySaved() {
  const t = useText(words);
  const state = arrived.safeParse(useLocation().state);
  return (
    <PublicFrame title={t('title')} brand={state.success ? { name: state.data.centre } : undefined}>
      <Stack gap="md">
        <Text>{t('text')}</Text>
        {state.success && <Text fw={600}>{t('reference', { reference: state.data.reference })}</Text>}
      </Stack>
    </PublicFrame>
  );
}
