-- What operators see of the whole installation, and why they take a site off (docs/operations.md, The operator's page).

-- Why an operator has suspended the site: its owner reads it.
ALTER TABLE sites ADD COLUMN raison_de_suspension text CHECK (char_length(raison_de_suspension) BETWEEN 1 AND 500);
