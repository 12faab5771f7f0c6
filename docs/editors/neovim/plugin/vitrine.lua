-- vitrine dans Neovim (0.7 et suivants) : copiez ce fichier dans ~/.config/nvim/plugin/.
-- La commande est « vitrine langage » ; une autre se donne ainsi, dans init.lua :
--   vim.g.vitrine_commande = { 'npx', 'vitrine', 'langage' }

-- Le dossier du thème dont un fichier fait partie : celui qui contient layout/theme.liquid.
local function dossier_du_theme(fichier)
  for _, dossier in ipairs({ vim.fn.fnamemodify(fichier, ':p:h:h'), vim.fn.fnamemodify(fichier, ':p:h') }) do
    if vim.fn.filereadable(dossier .. '/layout/theme.liquid') == 1 then return dossier end
  end
end

local clients = {}

local function demarrer(tampon)
  local dossier = dossier_du_theme(vim.api.nvim_buf_get_name(tampon))
  if not dossier then return end
  local reglages = {
    name = 'vitrine',
    cmd = vim.g.vitrine_commande or { 'vitrine', 'langage' },
    root_dir = dossier,
  }
  if vim.lsp.start then
    vim.lsp.start(reglages, { bufnr = tampon })
  else
    -- Neovim 0.7 : un client par thème.
    clients[dossier] = clients[dossier] or vim.lsp.start_client(reglages)
    vim.lsp.buf_attach_client(tampon, clients[dossier])
  end
  vim.bo[tampon].omnifunc = 'v:lua.vim.lsp.omnifunc'
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'liquid', 'json', 'jsonc' },
  callback = function(evenement) demarrer(evenement.buf) end,
})
