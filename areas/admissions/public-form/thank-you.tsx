import { texts, useText } from '@aangan/web/text/text.tsx';
import { PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { VisitWebsite } from '@aangan/web/ui/visit-website.tsx';
import { Stack, Text } from '@mantine/core';

const words = texts(
  {
    title: 'Thank you',
    text: 'Your application has arrived. The centre looks at it and writes to you; the link in your message shows how far it is.',
  },
  {
    title: 'धन्यवाद',
    text: 'आपका आवेदन मिल गया है। केंद्र उसे देखकर आपको संदेश भेजेगा; आपके संदेश का लिंक उसकी स्थिति दिखाता है।',
  },
);

/** No personal data: the address may be shared or reloaded. */
export function ThankYou() {
  const t = useText(words);
  return (
    <PublicFrame title={t('title')}>
      <Stack>
        <Text>{t('text')}</Text>
        <VisitWebsite />
      </Stack>
    </PublicFrame>
  );
}
