import { cctvDocumentContract } from './cctv-document.contract.ts';
import { cctvDocuments } from './cctv-document.listing.ts';

/** Documents of a centre's cameras: no footage, which is children's data with no need here (areas/audits.md D20). */
export const cctvContracts = [cctvDocuments.endpoints, cctvDocumentContract] as const;
