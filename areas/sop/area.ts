import { area } from '@aangan/contract/area.ts';
import { sopCompliance } from './compliance/sop-compliance.listing.ts';
import { dutyContract } from './duty/duty.contract.ts';
import { sopFolder } from './library/sop-folder.record.ts';
import { sopSectionContract } from './library/sop-section.contract.ts';
import { sopSections } from './library/sop-section.listing.ts';
import { sopModules } from './modules.ts';
import { readerContract } from './reader/reader.contract.ts';
import { sopScreens } from './screens.ts';
import { enquiryIndentContract } from './uniform/enquiry-indent.contract.ts';
import { sopVersionContract } from './version/sop-version.contract.ts';

export const sop = area({
  ...sopScreens,
  modules: sopModules.$info,
  records: [sopFolder],
  contracts: [
    sopSections.endpoints,
    sopSectionContract,
    sopVersionContract,
    dutyContract,
    readerContract,
    sopCompliance.endpoints,
    enquiryIndentContract,
  ],
});
