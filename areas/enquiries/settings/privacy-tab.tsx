// How long families are kept who did not come, and what staff are told of families of other centres.

import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useStep } from '../enquiry/use-step.web.ts';
import { enquirySettingContract } from './enquiry-setting.contract.ts';
import { OwnPart, type Settings, settingTab } from './own-part.tsx';

export const PrivacyTab = settingTab(['privacy'], Privacy);

function Privacy({ data }: { data: Settings }) {
  const [value, setValue] = useState(data.privacy);
  const mayChange = data.can['change'] === true;
  const save = useStep(enquirySettingContract.savePrivacy, 'Saved.');
  const changed = JSON.stringify(value) !== JSON.stringify(data.privacy);
  return (
    <OwnPart
      part="privacy"
      title="Privacy"
      help="Counts of a year never change: code, dates, stage, source and class stay."
      data={data}
      changed={changed}
      running={save.running}
      onSave={() => void save.run(value)}
    >
      <div style={{ maxWidth: 320 }}>
        <FieldInput
          kind="integer"
          label="Keep families for (months)"
          help="After the end of the academic year. Then who did not become a student is erased on a Sunday; the centre hears of it 48 hours before."
          value={value.keepMonths}
          min={12}
          max={36}
          disabled={!mayChange}
          error={save.error?.fields['keepMonths']}
          onChange={(months) => setValue((before) => ({ ...before, keepMonths: Number(months) }))}
        />
      </div>
      <Switch
        label="Say when a family is known at another centre"
        description="Staff see this after saving an enquiry, without centre, name or status. They may ask to be connected."
        checked={value.networkHint}
        disabled={!mayChange}
        onChange={(event) => {
          const on = event.currentTarget.checked;
          setValue((before) => ({ ...before, networkHint: on }));
        }}
      />
    </OwnPart>
  );
}
