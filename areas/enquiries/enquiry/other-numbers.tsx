import { useFormModel } from '@aangan/web/form/form-model.ts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { MOST_OTHER_NUMBERS } from './enquiry-fields.ts';
import { PathField } from './family-fields.tsx';

/** Numbers besides the mobile: one place at first, the next on request. */
export function OtherNumbers() {
  const { values } = useFormModel();
  const kept = Array.isArray(values['alternateMobiles']) ? values['alternateMobiles'] : [];
  const [shown, setShown] = useState(Math.max(1, kept.findLastIndex(Boolean) + 1));
  return (
    <>
      {Array.from({ length: shown }, (_, n) => `alternateMobiles.${n}`).map((name, n) => (
        <PathField
          key={name}
          name={name}
          label={n === 0 ? 'Another number' : `Another number ${n + 1}`}
          kind="phone"
          optional
          {...(n === 0 ? { help: 'A landline too' } : {})}
        />
      ))}
      {shown < MOST_OTHER_NUMBERS && kept[shown - 1] ? (
        <Group>
          <Button variant="subtle" size="compact-md" onClick={() => setShown(shown + 1)}>
            Add one more number
          </Button>
        </Group>
      ) : null}
    </>
  );
}
