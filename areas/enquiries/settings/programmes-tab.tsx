// What families may ask for beside the class; forms, uploads, filters and rules offer exactly these.
import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { enquirySettingContract } from './enquiry-setting.contract.ts';
import { OwnPart, type Settings, settingTab, useSave } from './own-part.tsx';

export const ProgrammesTab = settingTab(['programmes'], Programmes);

function Programmes({ data }: { data: Settings }) {
  const [names, setNames] = useState<string[]>(data.programmes.names);
  const mayChange = data.can['change'] === true;
  const save = useSave(
    enquirySettingContract.saveProgrammes,
    'Saved. Enquiries keep the programme they have.',
    ['enquiry'],
  );
  const changed = JSON.stringify(names) !== JSON.stringify(data.programmes.names);
  return (
    <OwnPart
      part="programmes"
      title="Programmes"
      help="Forms, uploads, filters and allocation rules offer these. An enquiry keeps what it has."
      data={data}
      changed={changed}
      running={save.running}
      onSave={() => void save.run({ names })}
    >
      <TagsInput
        label="Programmes offered"
        description="Type a name and press Enter. BSK leads to the second level of its own."
        value={names}
        onChange={setNames}
        maxTags={12}
        disabled={!mayChange}
        error={Object.values(save.error?.fields ?? {})[0]}
      />
    </OwnPart>
  );
}
