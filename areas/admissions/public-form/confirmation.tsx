import { texts, useText } from '@aangan/web/text/text.tsx';
import { PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { List, Stack, Text } from '@mantine/core';

const words = texts(
  {
    registrationTitle: 'Registration',
    registrationText:
      'Your registration has arrived. The centre checks the documents; then a seat is kept for your child.',
    registrationNext: 'The link in your message shows how far it is.',
    admissionTitle: 'Admission',
    admissionText:
      'Thank you. The centre confirms the admission when documents, fee plan and first payment are in order.',
    bring: 'On the first day, please bring',
    bring1: 'the original birth certificate and immunisation card',
    bring2: 'a set of spare clothes with the child’s name',
    bring3: 'a water bottle and a small snack box',
  },
  {
    registrationTitle: 'पंजीकरण',
    registrationText: 'आपका पंजीकरण मिल गया है। केंद्र दस्तावेज़ जाँचता है; फिर आपके बच्चे के लिए सीट रखी जाती है।',
    registrationNext: 'आपके संदेश का लिंक बताता है कि काम कहाँ तक पहुँचा।',
    admissionTitle: 'प्रवेश',
    admissionText: 'धन्यवाद। दस्तावेज़, फीस योजना और पहला भुगतान ठीक होने पर केंद्र प्रवेश की पुष्टि करता है।',
    bring: 'पहले दिन कृपया लाएँ',
    bring1: 'मूल जन्म प्रमाणपत्र और टीकाकरण कार्ड',
    bring2: 'बच्चे के नाम के साथ एक जोड़ी कपड़े',
    bring3: 'पानी की बोतल और छोटा टिफ़िन',
  },
);

/** No personal data: the address may be shared or reloaded, and it never creates anything. */
export function RegistrationConfirmation() {
  const t = useText(words);
  return (
    <PublicFrame title={t('registrationTitle')}>
      <Stack gap="md">
        <Text>{t('registrationText')}</Text>
        <Text>{t('registrationNext')}</Text>
      </Stack>
    </PublicFrame>
  );
}

export function AdmissionConfirmation() {
  const t = useText(words);
  return (
    <PublicFrame title={t('admissionTitle')}>
      <Stack gap="md">
        <Text>{t('admissionText')}</Text>
        <Text fw={500}>{t('bring')}</Text>
        <List>
          <List.Item>{t('bring1')}</List.Item>
          <List.Item>{t('bring2')}</List.Item>
          <List.Item>{t('bring3')}</List.Item>
        </List>
      </Stack>
    </PublicFrame>
  );
}
