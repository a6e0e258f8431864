import { Stack } from '@mantine/core';
import { useState } from 'react';
import { FieldInput } from '../fields/field-input.tsx';
import { texts, useText } from '../text/text.tsx';
import { PublicButton, PublicFrame } from '../ui/public-frame.tsx';

const words = texts(
  {
    title: 'Tell us about your child',
    lead: 'It takes two minutes.',
    name: 'Child’s name',
    born: 'Date of birth',
    phone: 'Your mobile',
    go: 'Send',
  },
  {
    title: 'अपने बच्चे के बारे में बताएँ',
    lead: 'दो मिनट लगेंगे।',
    name: 'बच्चे का नाम',
    born: 'जन्म तिथि',
    phone: 'आपका मोबाइल',
    go: 'भेजें',
  },
);

/** A parent's page. */
export function GalleryPublic() {
  const t = useText(words);
  const [values, setValues] = useState<Record<string, unknown>>({});
  const field = (name: 'name' | 'born' | 'phone', kind: 'text' | 'date' | 'phone') => (
    <FieldInput
      kind={kind}
      label={t(name)}
      name={name}
      value={values[name]}
      onChange={(value) => setValues({ ...values, [name]: value })}
      large
    />
  );
  return (
    <PublicFrame
      brand={{ name: 'Little Steps Andheri' }}
      title={t('title')}
      lead={t('lead')}
      foot="022 5550 1234"
    >
      <Stack gap="md">
        {field('name', 'text')}
        {field('born', 'date')}
        {field('phone', 'phone')}
        <PublicButton onClick={() => undefined}>{t('go')}</PublicButton>
      </Stack>
    </PublicFrame>
  );
}
