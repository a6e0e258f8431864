import { useQuery } from '@aangan/web/api/use-query.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { PublicButton } from '@aangan/web/ui/public-frame.tsx';
import { Alert, Stack, Text } from '@mantine/core';
import { publicEnquiryContract } from './public-enquiry.contract.ts';
import { words } from './public-words.tsx';

/** In place of the form: the centre takes no enquiries, and who near it does. */
export function ClosedForm({ fid, door }: { fid: number; door: 'QR' | 'WEB' }) {
  const t = useText(words);
  const asked = useQuery(publicEnquiryContract.nearby, { fid }, { background: true });
  const near = asked.data?.rows ?? [];
  const path = door === 'QR' ? '/enquiry-form' : '/parent-enquiry/newentry';
  return (
    <Stack gap="md">
      <Alert color="info" variant="light">
        {t('closed')}
        {/* Nobody may be there any more: who has neighbours is sent to them. */}
        {!asked.isPending && near.length === 0 && ` ${t('askThere')}`}
      </Alert>
      {near.length > 0 && <Text>{t('near')}</Text>}
      {near.map((one) => (
        <PublicButton key={one.fid} variant="default" to={`${path}/${one.fid}`}>
          {`${one.name} · ${t('away', { km: one.km })}`}
        </PublicButton>
      ))}
    </Stack>
  );
}
