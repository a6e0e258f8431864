// What the area's lists take from templates and the consent lists beside them.
import { consentListContract } from '../consent/consent-list.contract.ts';
import { templateContract } from './template.contract.ts';
import { templates } from './template.listing.ts';

export const templateContracts = [templateContract, templates.endpoints, consentListContract];
