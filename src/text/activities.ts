/** What a site is about, as schema.org names it. Pure: browsers load this too. */

export interface Activity {
  /** A type of https://schema.org. */
  readonly type: string;
  /** As an owner chooses it. */
  readonly words: string;
  /** Whether the type is a `LocalBusiness`, or beneath it: customers come to its address. */
  readonly isLocal: boolean;
}

const local = (type: string, words: string): Activity => ({ type, words, isLocal: true });
const other = (type: string, words: string): Activity => ({ type, words, isLocal: false });

/** What an owner can choose, the general ones last. */
export const ACTIVITIES: readonly Activity[] = [
  local('Restaurant', 'Restaurant'),
  local('CafeOrCoffeeShop', 'Café, salon de thé'),
  local('BarOrPub', 'Bar'),
  local('Bakery', 'Boulangerie, pâtisserie'),
  local('FoodEstablishment', 'Traiteur, autre restauration'),
  local('Hotel', 'Hôtel'),
  local('BedAndBreakfast', 'Chambres d’hôtes'),
  local('HairSalon', 'Salon de coiffure'),
  local('BeautySalon', 'Institut de beauté'),
  local('ExerciseGym', 'Salle de sport'),
  local('Electrician', 'Électricien'),
  local('Plumber', 'Plombier'),
  local('HVACBusiness', 'Chauffage, climatisation'),
  local('HousePainter', 'Peintre en bâtiment'),
  local('RoofingContractor', 'Couvreur'),
  local('GeneralContractor', 'Entreprise du bâtiment'),
  local('Locksmith', 'Serrurier'),
  local('AutoRepair', 'Garage automobile'),
  local('Florist', 'Fleuriste'),
  local('BookStore', 'Librairie'),
  local('ClothingStore', 'Boutique de vêtements'),
  local('Store', 'Autre commerce'),
  local('Dentist', 'Cabinet dentaire'),
  local('MedicalBusiness', 'Autre cabinet médical, soins'),
  local('LegalService', 'Avocat, notaire'),
  local('AccountingService', 'Comptabilité'),
  local('RealEstateAgent', 'Agence immobilière'),
  local('InsuranceAgency', 'Assurances'),
  local('TravelAgency', 'Agence de voyages'),
  local('ProfessionalService', 'Conseil, services aux entreprises'),
  other('EducationalOrganization', 'École, formation'),
  other('MusicGroup', 'Groupe de musique'),
  other('PerformingGroup', 'Compagnie, troupe'),
  other('NGO', 'Association'),
  local('LocalBusiness', 'Autre activité qui reçoit du public'),
  other('Organization', 'Autre organisation'),
  other('Person', 'Une personne'),
];

/** The type of a site that has chosen none, or one that it cannot be. */
const ANY_ACTIVITY = 'Organization';

/**
 * The type that search engines are told. A local business has an address where its customers find it: without one the site is an organization.
 * @param chosen as it is stored
 */
export function activityType(chosen: unknown, hasPostalAddress: boolean): string {
  const activity = ACTIVITIES.find(({ type }) => type === chosen);
  return activity && (hasPostalAddress || !activity.isLocal) ? activity.type : ANY_ACTIVITY;
}
